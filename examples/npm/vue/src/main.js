import { start } from "fitment/images";
import "fitment/element";
import { createApp } from "vue";
import WorkerPool from "./WorkerPool.vue";

await start();
createApp(WorkerPool).mount("#app");
