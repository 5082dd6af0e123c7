export { type Clock, systemClock } from "./clock.ts";
export { execute, type Progress } from "./execute.ts";
export { closePlans, type Plan, planSuites } from "./plan.ts";
