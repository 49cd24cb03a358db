// Loaded before TypeScript files, which older versions of Node can't parse; written so that those can parse this.
const { argon2 } = require('node:crypto')

if (argon2 === undefined) {
  console.error(
    `Foyer runs on Node 26, and this is Node ${process.versions.node}. The packages bring it along: run "npm ci" again, ` +
      'without --omit=optional. Where they have none for the machine, install Node 26.',
  )
  process.exit(78)
}
