import { Avatar, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import type { ProjectDto } from '#shared/work/projects.ts'

const SHOWN = 3
const SIZE = 26

interface TeamAvatarsProps extends Pick<ProjectDto, 'team'> {
  size?: number
}

/** The first few members of a project's team, with all names in the tooltip. */
export function TeamAvatars({ team, size = SIZE }: TeamAvatarsProps) {
  if (team.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No team yet
      </Text>
    )
  }
  const names = team.map((member) => member.name).join(', ')
  const more = team.length - SHOWN
  return (
    <Tooltip label={names} multiline maw={280}>
      <Avatar.Group spacing={6}>
        <VisuallyHidden>Team: {names}</VisuallyHidden>
        {team.slice(0, SHOWN).map((member) => (
          <UserAvatar key={member.id} name={member.name} size={size} />
        ))}
        {more > 0 && (
          <Avatar size={size} radius="xl" alt="" aria-hidden>
            +{more}
          </Avatar>
        )}
      </Avatar.Group>
    </Tooltip>
  )
}
