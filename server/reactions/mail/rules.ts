/** The line of the mails that sign-in waits for. */
export const ACCOUNT_LANE = 'account'
