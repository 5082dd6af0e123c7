export { createBuiltinTarget } from "./builtin-target.ts";
export { createHttpTarget } from "./http-target.ts";
export { createModuleTarget } from "./module-target.ts";
export type {
  BuiltinTargetOptions,
  HttpResponsePaths,
  HttpTargetOptions,
  JsonValue,
  ModuleTargetOptions,
  PromptTargetOptions,
  RecordedTargetOptions,
  TargetOptions,
} from "./options.ts";
export { createPromptTarget, type PromptTargetContext } from "./prompt-target.ts";
export { createRecordedTarget } from "./recorded-target.ts";
export type { Target, TargetRequest } from "./target.ts";
