/** Recognizes an argument that belongs to an option, such as a document without `--spec`. */
import { readFileSync, statSync } from 'node:fs';
import { shellWord } from '../../shell/quote.ts';
import type { CommandInput } from '../command.ts';

/** `Use --spec shop.yaml`; undefined if no option of the command accepts the argument. */
export function fixForArgument({ command, options }: CommandInput, argument: string): string | undefined {
  const hasOption = (name: string) => Object.hasOwn(command?.options ?? {}, name);
  const kind = argumentKind(argument);
  const word = shellWord(argument);
  if (kind === 'pact' && hasOption('pact')) return `Use --pact ${word}`;
  // With --spec already given, a document is more likely to be a pact that does not exist.
  if (kind === 'document' && options['spec'] !== undefined && hasOption('pact')) return `Use --pact ${word}`;
  if ((kind === 'document' || kind === 'pact') && hasOption('spec')) return `Use --spec ${word}`;
  if (kind !== 'URL' || !hasOption('spec')) return undefined;
  return hasOption('upstream')
    ? `Use --spec ${word} to serve a document, or --upstream ${word} to forward requests`
    : `Use --spec ${word}, if it is an OpenAPI document`;
}

/** Whether it is a file, folder or git reference rather than a base URL. */
export function isDocumentLike(argument: string): boolean {
  const kind = argumentKind(argument);
  return kind === 'document' || kind === 'pact';
}

type ArgumentKind = 'document' | 'pact' | 'URL';

function argumentKind(argument: string): ArgumentKind | undefined {
  // Credentials must not be quoted in a message.
  if (/^https?:\/\/[^/]*@/i.test(argument)) return undefined;
  const isDocumentName = /\.(?:ya?ml|json)$/i.test(argument.replace(/[?#].*$/s, ''));
  if (/^https?:\/\//i.test(argument)) return isDocumentName ? 'document' : 'URL';
  if (/^git:.+:/.test(argument)) return 'document';
  return fileKind(argument) ?? (isDocumentName ? 'document' : undefined);
}

const MAX_BYTES = 20_000_000;

/** By its content; a folder may contain pacts. Undefined if it cannot be read. */
function fileKind(file: string): ArgumentKind | undefined {
  try {
    const found = statSync(file);
    if (found.isDirectory()) return 'pact';
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    const text = readFileSync(file, 'utf8');
    if (/^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text)) return 'document';
    return /"(?:interactions|messages)"\s*:/.test(text) ? 'pact' : undefined;
  } catch {
    return undefined;
  }
}
