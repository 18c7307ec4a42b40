/** A few bytes that are what their media type says; the fake store serves the same. */
export { fileNameFor, specimenOf, textSpecimenOf } from '../../../spec/sampling/specimens.ts';
