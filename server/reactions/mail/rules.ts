/** The queue lane of mails needed to sign in. */
export const ACCOUNT_LANE = 'account'

/** An email without what may hold a link that works like a password. */
export const ERASED = { text: '', html: '', unsubscribe_url: null }
