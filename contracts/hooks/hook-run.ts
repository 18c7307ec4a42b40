/** The hooks of one run: calls them with copies, validates what they return, and masks the secrets that they set. */

import { createMask } from '../../secrets/masking.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { type GivenValues, withGivenValues } from '../configuration/values/given-values.ts';
import type { SuppliedValues } from '../configuration/values/supplied-values.ts';
import { connectionSecrets } from '../options/connection-settings.ts';
import { createLearnedSecrets, type LearnedSecrets, MIN_SECRET_LENGTH } from '../options/learned-secrets.ts';
import { callHook, type HookCall, misusedHookError } from './call-hook.ts';
import { type CheckOutcome, readOutcome, withAssertions } from './check-outcome.ts';
import { describeValue } from './hook-values.ts';
import type {
  HookCase,
  HookCheckInput,
  HookContext,
  HookExchange,
  HookOperation,
  HookRequest,
  RequestContext,
} from './hooks.ts';
import type { LoadedHooks } from './load-hooks.ts';
import { type AppliedChange, type ChangedHeader, readChange } from './request-change.ts';
import type { NamedCheck } from './validate-checks.ts';
import type { HookName } from './validate-hooks.ts';

/** What a request or a check is about. */
export type RequestFacts = Pick<RequestContext, 'operation' | 'testCase' | 'credentials'>;

export interface HookRun {
  /** For reports. */
  readonly used: UsedHooks;
  readonly checks: readonly NamedCheck[];
  readonly learned: LearnedSecrets;
  has(name: HookName): boolean;
  /** The contract with the values of the hook `values`. */
  supplyValues(contract: Contract): Promise<SuppliedValues>;
  filterCase(testCase: HookCase): Promise<boolean>;
  /** `subject`: the request, for errors outside of cases. */
  beforeRequest(request: HookRequest, facts: RequestFacts): Promise<AppliedChange | undefined>;
  afterResponse(exchange: HookExchange, facts: RequestFacts): Promise<void>;
  /** Undefined if the check passes. */
  runCheck(check: NamedCheck, exchange: HookCheckInput, facts: RequestFacts): Promise<CheckOutcome | undefined>;
}

/** Which hooks took part. */
export interface UsedHooks {
  /** Undefined for hooks of a program. */
  readonly hookFile?: HookFile;
  /** Such as `beforeRequest` or `check no-stack-trace`. */
  readonly names: readonly string[];
}

export interface HookFile {
  /** As the user named it. */
  readonly file: string;
  /** Of its bytes, hexadecimal; of other files that it imports nothing is known. */
  readonly sha256: string;
}

export interface HookRunOptions {
  readonly baseUrl: string;
  /** Receives the secrets that hooks set or name. */
  readonly learned?: LearnedSecrets;
  readonly timeLimitMs?: number;
}

/** For one call. */
const TIME_LIMIT_MS = 10_000;

export function openHooks({ hooks, source }: LoadedHooks, options: HookRunOptions): HookRun {
  const { baseUrl, timeLimitMs = TIME_LIMIT_MS, learned = createLearnedSecrets() } = options;
  const headerSecrets = createHeaderSecrets(learned);
  const createCall = (name: string, subject?: string): HookCall => {
    return {
      source,
      name,
      subject,
      timeLimitMs,
      mask: (text) => learned.maskSingleUse(createMask(learned.secrets())(text)),
    };
  };
  const createContext = (call: HookCall): HookContext => ({ baseUrl, secret: (text) => learnText(text, call) });
  return {
    used: describeHooks({ hooks, source }),
    checks: hooks.checks,
    learned,
    has: (name) => hooks[name] !== undefined,
    async supplyValues(contract) {
      if (hooks.values === undefined) return { contract, secrets: [], byName: {} };
      const call = createCall('values');
      const { values } = hooks;
      const context = { ...createContext(call), operations: contract.operations.map(toHookOperation) };
      const given: GivenValues = await callHook(call, () => values(context));
      return withGivenValues(contract, given, `values of ${source.file ?? 'the option hooks'}`);
    },
    async filterCase(testCase) {
      const { filterCase } = hooks;
      if (filterCase === undefined) return true;
      const call = createCall('filterCase', testCase.id);
      const isKept: unknown = await callHook(call, () => filterCase(testCase, createContext(call)));
      if (typeof isKept === 'boolean') return isKept;
      throw misusedHookError(call, `it returned ${describeValue(isKept)}`, 'Return true or false.');
    },
    async beforeRequest(request, facts) {
      const { beforeRequest } = hooks;
      if (beforeRequest === undefined) return undefined;
      const call = createCall('beforeRequest', subjectOf(request, facts));
      const returned = await callHook(call, () => beforeRequest(request, { ...createContext(call), ...facts }));
      const change = readChange(returned, call);
      for (const header of change?.headers ?? []) headerSecrets.learn(header);
      return change;
    },
    async afterResponse(exchange, facts) {
      const { afterResponse } = hooks;
      if (afterResponse === undefined) return;
      const call = createCall('afterResponse', subjectOf(exchange.request, facts));
      await callHook(call, () => afterResponse(exchange, { ...createContext(call), ...facts }));
    },
    async runCheck(check, exchange, facts) {
      const call = createCall(check.name, subjectOf(exchange.request, facts));
      const context = { ...createContext(call), ...facts };
      return readOutcome(await callHook(call, () => withAssertions(() => check.check(exchange, context))), call);
    },
  };

  function learnText(text: unknown, call: HookCall): string {
    if (typeof text === 'string' && text.length >= MIN_SECRET_LENGTH) {
      learned.add(text);
      return text;
    }
    const received = typeof text === 'string' ? `a text of ${text.length} characters` : describeValue(text);
    throw misusedHookError(
      call,
      `secret got ${received}`,
      `Give a text of at least ${MIN_SECRET_LENGTH} characters; masking a shorter one would hide unrelated text.`,
    );
  }
}

export function toHookOperation(
  operation: Omit<HookOperation, 'tags'> & { readonly tags?: readonly string[] },
): HookOperation {
  const { id, method, path, tags = [] } = operation;
  return { id, method, path, tags: [...tags] };
}

function describeHooks({ hooks, source }: LoadedHooks): UsedHooks {
  const { file, sha256 } = source;
  const { values, filterCase, beforeRequest, afterResponse } = hooks;
  const functions = Object.entries({ values, filterCase, beforeRequest, afterResponse });
  return {
    ...(file !== undefined && sha256 !== undefined && { hookFile: { file, sha256 } }),
    names: [
      ...functions.flatMap(([name, hook]) => (hook === undefined ? [] : [name])),
      ...hooks.checks.map(({ name }) => `${CHECK_WORD}${name}`),
    ],
  };
}

/** The names of the checks among the hooks. */
export function checkNames({ names }: UsedHooks): readonly string[] {
  return names.flatMap((name) => (name.startsWith(CHECK_WORD) ? [name.slice(CHECK_WORD.length)] : []));
}

const CHECK_WORD = 'check ';

function subjectOf({ method, path }: HookRequest, { testCase }: RequestFacts): string {
  return testCase?.id ?? `${method} ${path}`;
}

/** A token is the same in many requests; a signature differs in each, which would make masking slower and slower. */
const MAX_SECRETS_PER_HEADER = 20;

function createHeaderSecrets(learned: LearnedSecrets) {
  const valuesByName = new Map<string, Set<string>>();
  return {
    learn(header: ChangedHeader): void {
      const { name, value } = header;
      if (value === null || !header.isSecret) return;
      const values = valuesByName.get(name.toLowerCase()) ?? new Set();
      valuesByName.set(name.toLowerCase(), values);
      if (values.has(value)) return;
      if (values.size >= MAX_SECRETS_PER_HEADER) learned.addSingleUse(value);
      else {
        values.add(value);
        for (const secret of headerSecrets(header)) learned.add(secret);
      }
    },
  };
}

/** What must not be shown of a header: `Bearer abc` also reveals `abc`. */
export function headerSecrets({ name, value, isSecret }: ChangedHeader): readonly string[] {
  return value === null ? [] : connectionSecrets({ headers: [{ name, value, isSecret }] });
}
