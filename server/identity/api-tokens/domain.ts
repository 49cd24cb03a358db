import { domain } from '../../base/core/domain.ts'
import { warnOfExpiry } from './commands/warn-of-expiry.ts'
import { apiTokensRouter } from './router.ts'
import { apiTokenVisibility } from './visibility.ts'

/** Access tokens for programs acting on behalf of a person. */
export const apiTokens = domain({
  routers: { apiTokens: apiTokensRouter },
  visibility: apiTokenVisibility,
  jobs: [{ name: 'token-expiry', schedule: '35 8 * * *', run: warnOfExpiry }],
  tables: {
    api_tokens: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['id', 'user_id'],
      secret: ['token_hash'],
      system: ['hint', 'created_at', 'expires_at', 'last_used_at', 'scopes', 'last_used_over'],
      personal: {
        name: 'row',
      },
      ownData: {
        as: 'api_tokens',
        by: 'user_id',
        columns: ['name', 'scopes', 'created_at', 'expires_at', 'last_used_at'],
      },
    },
  },
})
