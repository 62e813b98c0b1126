"use client";

import { Catalog, start } from "fitment/images";
import "fitment/element";
import { useEffect, useState } from "react";
import profile from "../../profile.json";

export function WorkerPool() {
  const [catalog, setCatalog] = useState();
  const [machineType, setMachineType] = useState("");
  const [choice, setChoice] = useState();
  useEffect(() => {
    // In the browser: on the server there is nobody to choose.
    start().then(() => setCatalog(Catalog.from(profile)));
  }, []);
  if (catalog === undefined) return null;
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
