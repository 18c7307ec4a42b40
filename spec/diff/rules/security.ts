/** Rules for authentication and authorization. */
import { createRuleTable } from './change.ts';

export const securityRules = createRuleTable({
  'api-security-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An open operation asks for credentials',
    why: 'Clients that send none, as they were allowed to, are answered 401. Let them in until they have credentials.',
  },
  'api-security-removed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is open to all',
    why: 'No client breaks. Make sure that it is meant to be open.',
  },
  'api-security-alternative-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A way to be let in is gone',
    why: 'Clients that come this way are answered 401, or are let in as nobody in particular. Keep it beside the others until they have moved.',
  },
  'api-security-alternative-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'One more way to be let in',
    why: 'Clients go on coming by those that they know.',
  },
  'api-security-scheme-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'One more credential is asked for',
    why: 'Clients send the others alone and are answered 401. Let it be an alternative in place of an addition.',
  },
  'api-security-scheme-removed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'One credential less is asked for',
    why: 'Clients that send it may go on.',
  },
  'api-security-scheme-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A credential is sent in another way',
    why: 'Clients send it in the old way and are answered 401. Take both until they have moved.',
  },
  'api-security-scope-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A token has to be good for more',
    why: 'Clients hold tokens without the new scope and are answered 403. Take the old ones until theirs have it.',
  },
  'api-security-scope-removed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A token has to be good for less',
    why: 'Tokens that are good for more are taken too.',
  },
  'api-security-flow-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A way to get a token is gone',
    why: 'Clients that get theirs this way get none any more. Keep it until they have moved.',
  },
  'api-security-flow-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'One more way to get a token',
    why: 'Clients go on getting theirs as before.',
  },
  'api-security-flow-scope-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'Tokens are given no more for what an operation asks for',
    why: 'Clients that ask for the scope this way are refused, or answered 403 with what they get. Go on giving it until they have moved.',
  },
  'api-security-flow-scope-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'Tokens are given for what an operation asks for',
    why: 'Clients that get theirs this way may come in by it, too.',
  },
  'api-security-url-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'Tokens are got from another address',
    why: 'Clients that are set to the old one get none once it is gone. Let the old address lead to the new one.',
  },
});
