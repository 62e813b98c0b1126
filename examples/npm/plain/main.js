import { Catalog, start } from "./node_modules/fitment/images/index.js";
import "./node_modules/fitment/element/index.js";

const [type, image, output] = ["#type", "#image", "output"].map((name) => document.querySelector(name));
const [profile] = await Promise.all([fetch("../profile.json").then((response) => response.arrayBuffer()), start()]);
type.catalog = image.catalog = Catalog.from(profile);
type.addEventListener("change", () => (image.machineType = type.value));
image.addEventListener("change", () => (output.value = JSON.stringify(image.worker?.machine)));
