/** One line for each request, with nothing secret and no control characters in it. */
import { masking } from '../secrets.ts';
import type { Contract } from '../spec/contract.ts';

export interface LogEntry {
  readonly method: string;
  readonly target: string;
  readonly status: number | 'aborted';
  readonly milliseconds: number;
  readonly why: string | undefined;
}

const MAX_TARGET = 200;
const MAX_WHY = 400;

/** `POST /plants 400 3ms  body.id: expected integer, got string "7"` */
export function createLogLine(contract: Contract, tokens: readonly string[]): (entry: LogEntry) => string {
  const secretNames = new Set(
    contract.securitySchemes.flatMap((scheme) => (scheme.in === 'query' ? [scheme.parameterName] : [])),
  );
  const redact = masking(tokens);
  return ({ method, target, status, milliseconds, why }) => {
    const shown = cut(redact(hideFields(target, secretNames)), MAX_TARGET);
    const line = `${method} ${shown} ${status} ${Math.round(milliseconds)}ms`;
    return printable(why === undefined ? line : `${line}  ${cut(redact(why), MAX_WHY)}`);
  };
}

/** API keys in the query. */
function hideFields(target: string, secretNames: ReadonlySet<string | undefined>): string {
  return target.replaceAll(/([?&])([^=&]+)=[^&]*/g, (field, mark: string, name: string) =>
    secretNames.has(name) ? `${mark}${name}=***` : field,
  );
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '?');
}
