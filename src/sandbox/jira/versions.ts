/** Version 2 speaks text where version 3 speaks ADF. */
export type ApiVersion = '2' | '3';
