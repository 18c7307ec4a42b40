/** A case of Prism's own test harness: a document, the options of Prism, a curl command and the expected response. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface HarnessCase {
  /** `security/security-scheme-validation-AC-1.oas3` */
  readonly name: string;
  readonly document: string;
  /** `mock -p 4010 ${document} --errors` */
  readonly server: string;
  /** The arguments of curl. */
  readonly args: readonly string[];
  readonly expected: HttpResponse;
}

export interface HttpResponse {
  /** Empty if there was none. */
  readonly status: string;
  /** The media type, without parameters; empty if there is none. */
  readonly type: string;
  readonly body: string;
}

/** Those below the folder `test-harness/specs` of Prism's repository, by name. */
export function readCases(folder: string): readonly HarnessCase[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'));
  return files.toSorted().map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const parts = text.split(/^====(test|spec|server|command|expect[\w-]*)====\s*$/m);
    const partOf = (name: RegExp) => parts[parts.findIndex((part) => name.test(part)) + 1]?.trim() ?? '';
    return {
      name: file.replace(/\.txt$/, ''),
      document: partOf(/^spec$/),
      server: partOf(/^server$/),
      args: splitCommand(partOf(/^command$/)).slice(1),
      expected: parseResponse(partOf(/^expect/)),
    };
  });
}

/** As a shell does, for quotes and backslashes; nothing is expanded or run. */
function splitCommand(command: string): readonly string[] {
  const words = command.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\])+/g);
  return [...words]
    .map(([word]) =>
      word.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\([\s\S])/g, (_part, double, single, escaped) =>
        String(double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? (escaped === '\n' ? '' : escaped)),
      ),
    )
    .filter((word) => word !== '');
}

/** Of the output of `curl -i`. */
export function parseResponse(output: string): HttpResponse {
  const [head = '', ...rest] = output.replaceAll('\r', '').split('\n\n');
  const status = /^HTTP\/[\d.]+ (\d+)/.exec(head)?.[1] ?? '';
  const type = /^content-type: *([^;\n]*)/im.exec(head)?.[1] ?? '';
  return { status, type: type.trim(), body: rest.join('\n\n').trim() };
}
