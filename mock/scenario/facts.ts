/** What conditions are about. */

import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { QueryField } from '../request/target.ts';

export interface RuleFacts {
  readonly method: string;
  /** Below the prefix, still percent-encoded. */
  readonly path: string;
  readonly operation: Operation | undefined;
  readonly query: readonly QueryField[];
  readonly header: (name: string) => string | undefined;
  /** Asked only for rules that need it. The body is undefined where there is none that can be read. */
  readonly judged: () => Promise<{ readonly body: Json | undefined; readonly isValid: boolean }>;
}
