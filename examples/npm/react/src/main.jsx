import { Catalog, start } from "fitment/images";
import "fitment/element";
import { StrictMode, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import profile from "../../profile.json";

function WorkerPool() {
  const catalog = useMemo(() => Catalog.from(profile), []);
  const [machineType, setMachineType] = useState("");
  const [choice, setChoice] = useState();
  const count = machineType === "" ? 0 : catalog.offered(machineType).length;
  return (
    <form>
      <label htmlFor="type">Machine type</label>
      <fitment-machine-select id="type" catalog={catalog} required onchange={(event) => setMachineType(event.target.value)} />
      <label htmlFor="image">Machine image ({count} offered)</label>
      <fitment-image-select
        id="image" catalog={catalog} machineType={machineType} show="why-not" required
        onchange={(event) => setChoice(event.target.worker?.machine)}
      />
      <output>{choice && JSON.stringify(choice)}</output>
    </form>
  );
}

await start();
createRoot(document.querySelector("#app")).render(<StrictMode><WorkerPool /></StrictMode>);
