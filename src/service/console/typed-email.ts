import { passingCookie } from './passing-cookie.ts';

/** The address of a sign-in that failed, for the page that says so: in the address of a page, logs would keep it. */
export const typedEmail = passingCookie('logtriage_email', { path: '/console/sign-in', maxAge: 60 });
