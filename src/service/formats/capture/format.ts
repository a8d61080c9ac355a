import type { Format } from '../format.ts';
import { detectCapture } from './detect.ts';
import { readCaptureLog } from './read-capture-log.ts';

/** Android log text, in any of logcat's formats. */
export const capture: Format = { type: 'capture', detect: detectCapture, read: readCaptureLog };
