export const reachTests = {};
