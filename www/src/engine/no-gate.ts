// Replaces `fitment/gate` if the package was built without the file that gates run.
export const url: URL | undefined = undefined;
export const sha256 = "";
