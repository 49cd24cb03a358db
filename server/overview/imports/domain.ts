import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { deleteStaleImports } from './commands/discard.ts'
import { importsRouter } from './router.ts'
import { importVisibility } from './visibility.ts'

/** Files exported from other products, and the records imported from them. */
export const imports = domain({
  routers: { imports: importsRouter },
  visibility: importVisibility,
  cleanUp: { 'unused imports': deleteStaleImports },
  tables: {
    imports: {
      of: 'agency',
      key: ['agency_id', 'id', 'created_by'],
      content: ['file_name', 'overview', 'mapping', 'result', 'undone', 'failure'],
      money: ['total'],
      system: ['source', 'status', 'done', 'lease_until', 'created_at', 'updated_at', 'finished_at'],
      personal: {
        created_by_name: { of: 'created_by', becomes: DELETED_USER },
      },
      ownData: { as: 'imports', by: 'created_by', columns: ['source', 'file_name', 'status', 'created_at'] },
    },
    import_items: {
      of: 'agency',
      key: ['agency_id', 'id', 'import_id'],
      content: ['external_id', 'data', 'reason'],
      system: ['position', 'source', 'kind', 'line', 'outcome'],
    },
  },
})
