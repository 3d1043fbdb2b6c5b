export const firefoxTests = {};
