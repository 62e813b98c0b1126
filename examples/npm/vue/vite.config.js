import vue from "@vitejs/plugin-vue";

export default {
  base: "./",
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (name) => name.startsWith("fitment-") } } })],
};
