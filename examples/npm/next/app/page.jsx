import { Catalog, start } from "fitment/images";
import profile from "../../profile.json";
import { WorkerPool } from "./worker-pool.jsx";

/** What is known before anybody chooses is asked on the server. */
export default async function Page() {
  await start();
  const { machineType, version } = Catalog.from(profile).columns;
  return (
    <>
      <p>{machineType.length} machine types, {version.length} image versions</p>
      <WorkerPool />
    </>
  );
}
