/** A frame without what a compiler numbers anew in each build: lambdas, anonymous classes, generated accessors. */
export function stableFrame(frame: string): string {
  return frame
    .replace(/(?:-\$\$Lambda\$|\$\$(?:External)?SyntheticLambda|\$\$Lambda[$/])[\w$/-]{0,200}/g, '$$lambda')
    .replace(/\blambda\$(\w{1,80}?)\$\d+/g, 'lambda$$$1')
    .replace(/\baccess\$\d+\b/g, 'access')
    .replace(/\$\d+(?=[.$]|$)/g, '$$');
}

/** Text that names a cause, without numbers and addresses that differ from one time to the next. */
export function stableText(text: string): string {
  return text.replace(/\b0x[0-9a-f]+\b/gi, '#').replace(/\d{2,}/g, '#');
}
