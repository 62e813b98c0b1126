import { Catalog, start } from "/fitment/images/index.js";
import "/fitment/element/index.js";

await start();
const profile = await (await fetch(new URLSearchParams(location.search).get("profile") ?? "/profiles/azure.json")).text();
const catalog = Catalog.from(profile);
const type = document.querySelector("#type");
const image = document.querySelector("#image");
type.catalog = catalog;
image.catalog = catalog;
const follow = () => (image.machineType = type.value);
type.addEventListener("change", follow);
type.form.addEventListener("reset", () => setTimeout(follow));
document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.body.dataset.sent = new URLSearchParams(new FormData(event.target)).toString();
});
globalThis.fitmentTest = { catalog, type, image };
document.body.dataset.ready = "";
