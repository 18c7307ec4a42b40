/** Where the mock may send callbacks and webhooks: to this machine, and to hosts that the user names. */
import { createHostPredicate } from '../http/allowed-hosts.ts';
import { quoteText } from '../http/http-error.ts';

/** The problem with a URL; undefined if the mock may send requests there. */
export type ReceiverCheck = (url: string) => string | undefined;

export interface ReceiverOptions {
  /** `hooks.test`, or `*.test` for all names below it. */
  readonly hosts: readonly string[];
  /** The paths of the control API of a mock, which no document may call. */
  readonly isControlTarget: (target: string) => boolean;
}

/** Throws `option-invalid` for an invalid host. */
export function createReceiverCheck({ hosts, isControlTarget }: ReceiverOptions): ReceiverCheck {
  const isAllowed = createHostPredicate(hosts);
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol))
      return `expected an http or https URL, got ${quoteText(text)}`;
    if (url.username !== '' || url.password !== '') return 'expected a URL without credentials';
    if (isControlTarget(url.pathname)) return 'expected no path of the control API';
    if (isAllowed(url.hostname)) return undefined;
    return `expected a host of this machine or of --allow-callbacks, got ${quoteText(url.hostname)}`;
  };
}
