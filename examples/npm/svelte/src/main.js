import { start } from "fitment/images";
import "fitment/element";
import { mount } from "svelte";
import WorkerPool from "./WorkerPool.svelte";

await start();
mount(WorkerPool, { target: document.querySelector("#app") });
