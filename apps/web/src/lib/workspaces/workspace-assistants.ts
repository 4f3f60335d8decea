import { type AssistantReaders, assistantReaders } from '@repo/domain/sharing/assistant-readers';
import { isFullServer } from '../server-level.ts';

/** Reads whose assistants can read a workspace; undefined if the server offers no choice. */
export const workspaceAssistants = (workspace: {
  assistants?: AssistantReaders | undefined;
}): AssistantReaders | undefined =>
  isFullServer() ? assistantReaders.find((one) => one === workspace.assistants) : undefined;
