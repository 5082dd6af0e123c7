/** A service that everybody calls at the same address. */
export interface KnownProvider {
  /** May hold `${VARIABLE}`. */
  readonly baseUrl: string;
  /** The variable of the environment that holds its key; null for a server of one's own, which wants none. */
  readonly keyVariable: string | null;
  /** Azure's version of the protocol. */
  readonly apiVersion?: string;
  /** The strictest way of asking for JSON that it takes; absent: a JSON Schema. What it refuses is learned in any case. */
  readonly jsonMode?: "json_object";
}

/**
 * Providers that a configuration may name without an entry of their own, with the
 * addresses, variables and abilities of their own documentation (2026-11).
 */
export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  openai: { baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY" },
  azure: {
    baseUrl: `\${AZURE_OPENAI_ENDPOINT}`,
    keyVariable: "AZURE_OPENAI_API_KEY",
    apiVersion: "2024-10-21",
  },
  deepseek: { baseUrl: "https://api.deepseek.com/v1", keyVariable: "DEEPSEEK_API_KEY", jsonMode: "json_object" },
  qwen: {
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariable: "DASHSCOPE_API_KEY",
    jsonMode: "json_object",
  },
  zhipu: { baseUrl: "https://open.bigmodel.cn/api/paas/v4", keyVariable: "ZHIPUAI_API_KEY", jsonMode: "json_object" },
  kimi: { baseUrl: "https://api.moonshot.cn/v1", keyVariable: "MOONSHOT_API_KEY", jsonMode: "json_object" },
  baichuan: { baseUrl: "https://api.baichuan-ai.com/v1", keyVariable: "BAICHUAN_API_KEY", jsonMode: "json_object" },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", keyVariable: "OPENROUTER_API_KEY" },
  vllm: { baseUrl: "http://127.0.0.1:8000/v1", keyVariable: null },
  tgi: { baseUrl: "http://127.0.0.1:8080/v1", keyVariable: null },
  ollama: { baseUrl: "http://127.0.0.1:11434/v1", keyVariable: null },
  lmstudio: { baseUrl: "http://127.0.0.1:1234/v1", keyVariable: null },
};
