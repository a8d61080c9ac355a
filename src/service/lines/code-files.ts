/** How names of files of source code end; for building into patterns. */
export const codeExtension = '(?:c|cc|cpp|h|java|kt|scala|py|go|rb|js|ts|rs|erl|ex|cs|php)';
