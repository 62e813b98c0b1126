// The page without a network: a service worker caches its files. A newer page waits until the reader wants it.
import { signal } from "@preact/signals";
import { serviceAddress } from "./engine/address.ts";

/** Whether a newer page is waiting. */
export const isNewer = signal(false);

let waiting: ServiceWorker | null = null;

/** Switches to the newer page. */
export function renew(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting?.postMessage("take over");
}

async function keep(): Promise<void> {
  const registration = await navigator.serviceWorker.register(serviceAddress());
  const look = () => {
    waiting = registration.waiting;
    isNewer.value = waiting !== null && navigator.serviceWorker.controller !== null;
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

// Without a secure origin there are no service workers, and the page works without one.
if (import.meta.env.PROD && "serviceWorker" in navigator) addEventListener("load", () => void keep().catch(() => {}));
