import {
  IconArchive,
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconCircleDot,
  IconEye,
  IconMail,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconRepeat,
  IconSend,
  IconTrash,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

/** By the last word of an action, the verb. */
const VERBS: Record<string, TablerIcon> = {
  created: IconPlus,
  added: IconPlus,
  registered: IconPlus,
  uploaded: IconPaperclip,
  updated: IconPencil,
  changed: IconPencil,
  edited: IconPencil,
  completed: IconCheck,
  paid: IconCash,
  announced: IconCash,
  succeeded: IconCash,
  approved: IconCheck,
  accepted: IconCheck,
  joined: IconUser,
  assigned: IconUser,
  archived: IconArchive,
  restored: IconArrowBackUp,
  deleted: IconTrash,
  removed: IconTrash,
  rejected: IconX,
  failed: IconX,
  voided: IconX,
  cancelled: IconX,
  sent: IconMail,
  submitted: IconSend,
  mailed: IconMail,
  reminded: IconMail,
  viewed: IconEye,
  repeated: IconRepeat,
  recurring: IconRepeat,
}
/** Where the subject is more specific than the verb. */
const SUBJECTS: Record<string, TablerIcon> = {
  comment: IconMessage,
  message: IconMessage,
  file: IconPaperclip,
}

const SIZE = 12

/** An icon for the kind of action, beside the avatar. */
export function ActivityIcon({ action }: { action: string }) {
  const [subject = '', verb = ''] = action.split('.')
  const Icon = VERBS[verb.slice(verb.lastIndexOf('-') + 1)] ?? SUBJECTS[subject] ?? IconCircleDot
  return <Icon size={SIZE} aria-hidden />
}
