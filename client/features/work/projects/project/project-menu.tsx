import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChecklist, IconPencil } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { CLOSED_PROJECT, projectSearch } from './project-search.ts'
import { useArchiveProject } from './use-archive-project.ts'
import { useProjectRights } from './use-project-rights.ts'

const ICON = 16

/** Renders nothing for clients, who have read-only access. */
export function ProjectMenu({ project }: { project: ProjectDto }) {
  const [, setSearch] = useSearchState(projectSearch)
  const rights = useProjectRights()
  const { archive, restore } = useArchiveProject()
  if (!rights.write && !rights.manageTasks) return null
  const open = (changes: Parameters<typeof setSearch>[0]) => setSearch(changes, 'push')
  return (
    <ActionMenu label={project.name}>
      {rights.write && (
        <Menu.Item
          leftSection={<IconPencil size={ICON} aria-hidden />}
          onClick={() => open({ edit: project.id })}
        >
          Edit
        </Menu.Item>
      )}
      {rights.manageTasks && (
        <Menu.Item
          leftSection={<IconChecklist size={ICON} aria-hidden />}
          onClick={() => open({ ...CLOSED_PROJECT, project: project.id, tab: 'tasks' })}
        >
          Manage Tasks
        </Menu.Item>
      )}
      {rights.write &&
        (project.archived_at === null ? (
          <Menu.Item
            leftSection={<IconArchive size={ICON} aria-hidden />}
            onClick={() => archive(project.id)}
          >
            Archive
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconArchiveOff size={ICON} aria-hidden />}
            onClick={() => restore(project.id)}
          >
            Restore
          </Menu.Item>
        ))}
    </ActionMenu>
  )
}
