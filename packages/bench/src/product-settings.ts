/** Settings of the measured portal. Signing in needs them, too: the name of the session cookie contains the port. */
export const productSettings = (folder: string) => ({
  DATA_DIR: folder,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
})
