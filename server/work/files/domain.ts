import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { deleteUnsentFiles } from './commands.ts'
import { FILE_EFFECTS, FILE_PURPOSES } from './effects.ts'
import { filesRouter } from './router.ts'
import { fileVisibility } from './visibility.ts'

/** Files of a project, and the check of all stored files. */
export const files = domain({
  routers: { files: filesRouter },
  effects: FILE_EFFECTS,
  purposes: FILE_PURPOSES,
  visibility: fileVisibility,
  cleanUp: { 'unsent files': deleteUnsentFiles },
  tables: {
    files: {
      of: 'agency',
      uses: { project_id: 'projects', task_id: 'tasks' },
      file: 'storage_key',
      key: ['agency_id', 'id', 'project_id', 'task_id', 'uploaded_by'],
      content: ['name', 'review_comment'],
      secret: ['storage_key'],
      system: ['kind', 'content_type', 'size', 'sha256', 'review', 'reviewed_at', 'created_at'],
      personal: {
        uploaded_by_name: { of: 'uploaded_by', becomes: DELETED_USER },
        reviewed_by_name: { by: 'name', becomes: DELETED_USER },
      },
      ownData: { as: 'files', by: 'uploaded_by', columns: ['project_id', 'name', 'size', 'created_at'] },
    },
    damaged_files: {
      of: 'platform',
      stays: 'the target checks its files itself',
      key: ['file_key'],
      system: ['state', 'found_at', 'checked_at'],
    },
    file_checks: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['id'],
      system: ['position', 'checked', 'began_at', 'last_round_at'],
    },
  },
})
