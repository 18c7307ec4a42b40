/** Rules for authentication and authorization. */
import { createRuleTable } from './change.ts';

export const securityRules = createRuleTable({
  'api-security-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation without security now requires credentials',
    why: 'Clients that send none, as the old contract allowed, get a 401 response. Accept them until they have credentials.',
  },
  'api-security-removed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An operation no longer requires credentials',
    why: 'No client breaks. Make sure that the operation should be public.',
  },
  'api-security-alternative-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A security alternative was removed',
    why: 'Clients that use it get a 401 response, or are treated as anonymous. Keep it in addition to the others until clients have migrated.',
  },
  'api-security-alternative-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A security alternative was added',
    why: 'Clients can still use the alternatives that they know.',
  },
  'api-security-scheme-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An additional credential is required',
    why: 'Clients send only the others and get a 401 response. Make it an alternative instead of an addition.',
  },
  'api-security-scheme-removed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A credential is no longer required',
    why: 'Clients can still send it.',
  },
  'api-security-scheme-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A credential is sent in a different way',
    why: 'Clients send it in the old way and get a 401 response. Accept both until clients have migrated.',
  },
  'api-security-scope-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An additional scope is required',
    why: 'Clients have tokens without the new scope and get a 403 response. Accept them until clients have new tokens.',
  },
  'api-security-scope-removed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A scope is no longer required',
    why: 'Tokens with additional scopes are still accepted.',
  },
  'api-security-flow-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An OAuth flow was removed',
    why: 'Clients that use it no longer get tokens. Keep it until clients have migrated.',
  },
  'api-security-flow-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An OAuth flow was added',
    why: 'Clients still get tokens as before.',
  },
  'api-security-flow-scope-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An OAuth flow no longer grants a required scope',
    why: 'Clients that request the scope from this flow are rejected, or get a token without it and then a 403 response. Keep granting it until clients have migrated.',
  },
  'api-security-flow-scope-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An OAuth flow now grants a required scope',
    why: 'Clients that use this flow can now also call the operation.',
  },
  'api-security-url-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An OAuth URL changed',
    why: 'Clients that are configured with the old URL get no tokens after it is removed. Redirect the old URL to the new one.',
  },
});
