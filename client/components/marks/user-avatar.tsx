import { Avatar, type AvatarProps } from '@mantine/core'

const MAX_INITIALS = 2

/** "Alex Morgan" → "AM", "Prince" → "P". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > MAX_INITIALS ? [words[0], words.at(-1)] : words
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

interface UserAvatarProps extends Omit<AvatarProps, 'name' | 'src'> {
  name: string
  src?: string | null
}

/** The picture, or initials if there is none. Decorative, because the name is next to it. */
export function UserAvatar({ name, src = null, ...props }: UserAvatarProps) {
  return (
    <Avatar src={src} alt="" size={32} radius="xl" color="pine" aria-hidden {...props}>
      {initialsOf(name)}
    </Avatar>
  )
}
