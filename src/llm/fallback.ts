import { fallbackNote } from "../core/index.ts";
import type { ChatReply, ChatRequest, CompleteOptions, Completions } from "./chat.ts";
import { CallFailure } from "./failure.ts";

/** A model and what it is reached through. */
export interface ChatRoute {
  readonly chat: Completions;
  readonly model: string;
  /** The provider's name, for the record. */
  readonly provider: string;
}

/**
 * Several models that stand in for each other: the first answers; while it is down or out
 * of quota, the next. Only the last is waited for. Who answered instead of the first is
 * in the notes of the reply, since another model is another system under test.
 *
 * @param routes at least one. The model of a request is that of the first.
 */
export function withFallback(routes: readonly ChatRoute[]): Completions {
  return {
    complete: (request, options) => askFrom(0, routes, { request, options }),
    close: async () => {
      for (const { chat } of routes) await chat.close();
    },
  };
}

interface Question {
  readonly request: ChatRequest;
  readonly options: CompleteOptions;
}

async function askFrom(i: number, routes: readonly ChatRoute[], question: Question): Promise<ChatReply> {
  const route = routes[i];
  if (route === undefined) throw new Error("there is no model to ask");
  const waits = i === routes.length - 1;
  try {
    const request = { ...question.request, model: route.model };
    const reply = await route.chat.complete(request, { ...question.options, waits });
    return i === 0 ? reply : { ...reply, notes: [...reply.notes, fallbackNote(route)] };
  } catch (error) {
    if (waits || !(error instanceof CallFailure) || !error.isAway) throw error;
    return askFrom(i + 1, routes, question);
  }
}
