/** The queue lane of mails needed to sign in. */
export const ACCOUNT_LANE = 'account'
