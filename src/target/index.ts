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
export type { Target, TargetRequest } from "./target.ts";
