// What JSX may say of the elements, checked against their types as docs/npm.md makes them known.
import type { ImageSelectProps, MachineSelectProps } from "fitment/element";

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "fitment-image-select": ImageSelectProps;
      "fitment-machine-select": MachineSelectProps;
    }
  }
}

export const dialog = (isReady: boolean) => [
  <fitment-image-select name="image" required machineType="m5.large" zones={["1", "2"]} now={new Date()} catalog={isReady && null} />,
  <fitment-machine-select minCpu={8} maxMemory="64Gi" architecture={undefined} show="why-not" />,
];

export const wrong = [
  // @ts-expect-error what was chosen is read, not set
  <fitment-image-select version="1" />,
  // @ts-expect-error no amount is a date
  <fitment-machine-select minCpu={new Date()} />,
];
