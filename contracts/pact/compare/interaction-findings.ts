/** Every check of one interaction, in the order of the exchange. */
import { credentialFaults } from './credentials.ts';
import type { Found } from './found.ts';
import { ruleFindings } from './matching-rules.ts';
import { parameterFaults } from './parameters.ts';
import { refusalFindings } from './refusal.ts';
import { requestBodyFaults } from './request-body.ts';
import { responseBodyFindings } from './response-body.ts';
import { responseHeaderFindings } from './response-headers.ts';
import { statusFindings } from './response-status.ts';
import type { Subject } from './subject.ts';
import { undeclaredInRequest } from './undeclared-request.ts';

/** The request is held to the contract where the consumer expects it to succeed, the response always. */
export function interactionFindings(subject: Subject): readonly Found[] {
  const faults = [...parameterFaults(subject), ...requestBodyFaults(subject)];
  const uncredited = credentialFaults(subject);
  const { status } = subject.interaction.response;
  const isAnswered = status >= 200 && status < 300;
  return [
    ...(subject.isDerivedHead ? [derivedHead(subject)] : []),
    ...(isAnswered ? uncredited : []),
    ...(subject.expectsSuccess ? faults : []),
    ...undeclaredInRequest(subject),
    ...refusalFindings(subject, [...faults, ...uncredited]),
    ...statusFindings(subject),
    ...responseHeaderFindings(subject),
    ...responseBodyFindings(subject),
    ...ruleFindings(subject),
  ];
}

/** RFC 9110, section 9.3.2: what answers a GET answers a HEAD alike, without the body. */
function derivedHead({ operation, interaction }: Subject): Found {
  return {
    severity: 'silent',
    code: 'request.method.derived',
    at: 'request',
    received: `HEAD ${interaction.request.path}`,
    expected: 'GET there, which HTTP lets stand for HEAD too',
    pointer: `${interaction.place.pointer}/request/method`,
    place: operation.place,
  };
}
