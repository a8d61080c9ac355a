/** Stands for `uc.micro`, which spells out what the engine knows by name. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
