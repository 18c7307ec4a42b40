/** Logs in before a run: obtains the credentials that the settings describe, and keeps them valid while it lasts. */
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { type Credentials, isBearer, isClientCertificate } from '../../options/credentials.ts';
import { type CredentialRenewal, hasLogin, type UserLogin } from '../../options/login.ts';
import { createSender } from '../transport/sender.ts';
import { type Clock, type LiveToken, obtainLiveToken } from './live-token.ts';
import { createCommandSource } from './login-command.ts';
import type { TokenSource } from './obtained-token.ts';
import { findBasicSchemes, findTokenGrants, usedSchemes } from './token-grants.ts';
import { createTokenSource, type SendLogin } from './token-request.ts';

export interface LoginInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Time limit for one exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock?: Clock;
}

/**
 * The credentials with those that were obtained, which change in place when they are renewed; the same object where
 * there is nothing to log in with. Throws `login-failed`, and `option-invalid` where the settings have no effect.
 */
export async function openCredentials(input: LoginInput): Promise<Credentials> {
  const { credentials } = input;
  const { login, other } = credentials;
  if (login === undefined) return credentials;
  const first = await openUser(input, { login: login.user, byScheme: credentials.byScheme, isFirst: true });
  const second =
    other === undefined
      ? undefined
      : await openUser(input, { login: login.otherUser, byScheme: other.byScheme, isFirst: false });
  return {
    get token() {
      return first.token?.token ?? credentials.token;
    },
    byScheme: first.byScheme,
    ...(other && second && { other: { ...other, byScheme: second.byScheme } }),
    connection: credentials.connection,
    login,
    learned: credentials.learned,
    renewal: createRenewal([first, ...(second === undefined ? [] : [second])]),
  };
}

interface User {
  readonly login: UserLogin;
  readonly byScheme: Credentials['byScheme'];
  readonly isFirst: boolean;
}

interface OpenUser {
  /** For all schemes that have none; only of the first user. */
  readonly token?: LiveToken;
  readonly byScheme: Credentials['byScheme'];
  readonly tokens: readonly LiveToken[];
  /** The schemes in `byScheme` that were not given. */
  readonly obtained: readonly string[];
  /** Writes the current tokens to `byScheme`. */
  update(): void;
}

async function openUser(input: LoginInput, { login, byScheme, isFirst }: User): Promise<OpenUser> {
  const { contract, clock = () => performance.now() } = input;
  if (!hasLogin(login)) return { byScheme, tokens: [], obtained: [], update: () => {} };
  if (login.command !== undefined) {
    const token = await obtainLiveToken(createCommandSource({ command: login.command, login }), clock);
    if (isFirst) return { token, byScheme, tokens: [token], obtained: [], update: () => {} };
    const names = usedSchemes(contract).filter((one) => !isClientCertificate(one) && !byScheme.has(one.name));
    return createOpenUser({ given: byScheme, byScheme }, [{ token, names: names.map(({ name }) => name) }]);
  }
  const tokenUrl = input.credentials.login?.tokenUrl;
  const grants = findTokenGrants({ ...input, login, tokenUrl, byScheme });
  const sources = grants.map(({ schemes, ...grant }) => ({
    names: schemes.map(({ name }) => name),
    obtain: createTokenSource({ grant: { ...grant, schemes }, login, send: createSend(grant.url, input) }),
  }));
  const basic = withBasic(byScheme, { contract, login });
  if (sources.length === 0 && basic.size === byScheme.size) throw noGrantError(login, contract);
  return createOpenUser({ given: byScheme, byScheme: basic }, await obtainAll(sources, clock));
}

interface NamedToken {
  readonly token: LiveToken;
  /** Of the schemes that it is for. */
  readonly names: readonly string[];
}

/** One after another: some endpoints allow one session of a user. */
async function obtainAll(
  sources: readonly { readonly names: readonly string[]; readonly obtain: TokenSource }[],
  clock: Clock,
): Promise<readonly NamedToken[]> {
  const tokens: NamedToken[] = [];
  for (const { names, obtain } of sources) tokens.push({ names, token: await obtainLiveToken(obtain, clock) });
  return tokens;
}

interface KnownCredentials {
  readonly given: Credentials['byScheme'];
  /** With those that follow from the settings. */
  readonly byScheme: Credentials['byScheme'];
}

function createOpenUser({ given, byScheme: known }: KnownCredentials, named: readonly NamedToken[]): OpenUser {
  const byScheme = new Map(known);
  const update = () => {
    for (const { token, names } of named) for (const name of names) byScheme.set(name, token.token);
  };
  update();
  const obtained = [...byScheme.keys()].filter((name) => !given.has(name));
  return { byScheme, tokens: named.map(({ token }) => token), obtained, update };
}

function withBasic(
  byScheme: Credentials['byScheme'],
  { contract, login }: { readonly contract: Contract; readonly login: UserLogin },
): Credentials['byScheme'] {
  const { username, password = '' } = login;
  if (username === undefined) return byScheme;
  const names = findBasicSchemes({ contract, byScheme }).map(({ name }) => name);
  return new Map([...byScheme, ...names.map((name) => [name, `${username}:${password}`] as const)]);
}

/** A connection of its own: an endpoint may be on another host. */
function createSend(url: string, { timeoutMs, credentials }: LoginInput): SendLogin {
  const { connection } = credentials;
  return async (request) => {
    const sender = createSender({ origin: new URL(url).origin, connections: 1, timeoutMs, connection });
    try {
      return await sender.send(request);
    } finally {
      await sender.close();
    }
  };
}

function createRenewal(users: readonly OpenUser[]): CredentialRenewal {
  const tokens = users.flatMap((user) => user.tokens);
  let version = 1;
  const renew = async (due: readonly LiveToken[]) => {
    const before = version;
    const results = await Promise.all(due.map((token) => token.renew()));
    for (const user of users) user.update();
    // Concurrent calls share a renewal, which counts once.
    if (results.includes(true) && version === before) version++;
  };
  return {
    get version() {
      return version;
    },
    renewIfDue() {
      const due = tokens.filter((token) => token.isDue());
      return due.length === 0 ? undefined : renew(due);
    },
    async renewRejected(rejected) {
      if (version === rejected) await renew(users[0]?.tokens ?? []);
      return version !== rejected;
    },
    schemes: new Set(users.flatMap(({ obtained }) => obtained)),
    secrets: () => tokens.flatMap((token) => token.secrets()),
    failure: () => tokens.map((token) => token.failure()).find((failure) => failure !== undefined),
  };
}

/** The settings would be ignored. */
function noGrantError({ username }: UserLogin, contract: Contract): KitError {
  const [variable, flow] =
    username === undefined
      ? ['PLANT_STORE_CLIENT_ID', 'clientCredentials']
      : ['PLANT_STORE_USERNAME', 'password or clientCredentials'];
  const hasBearer = usedSchemes(contract).some(isBearer);
  return new KitError(
    'option-invalid',
    `${variable} is set, but the document has no security scheme with a tokenUrl of a ${flow} flow that needs a credential`,
    {
      fix: hasBearer
        ? `Give the token endpoint with --token-url, get a token yourself with --login-command, or leave ${variable} unset.`
        : `Leave ${variable} unset, or get a credential yourself with --login-command.`,
    },
  );
}
