import { spaced } from '#client/lib/labels.ts'
import type { MessagePersonDto } from '#shared/work/messages.ts'
import classes from './messages.module.css'
import { type MentionChoice, mentionOptionId } from './use-mention-choice.ts'

interface MentionListProps {
  choice: MentionChoice
  onChoose: (person: MessagePersonDto) => void
}

/** Shown above the input, which keeps focus. */
export function MentionList({ choice, onChoose }: MentionListProps) {
  if (choice.options.length === 0) return null
  return (
    <div id="mention-list" role="listbox" aria-label="People" className={classes.mentions}>
      {choice.options.map((person, index) => (
        <div
          key={person.user_id}
          id={mentionOptionId(person)}
          role="option"
          tabIndex={-1}
          aria-selected={index === choice.active}
          className={classes.mention}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(person)
          }}
        >
          {person.name} <span className={classes.time}>{spaced(person.role)}</span>
        </div>
      ))}
    </div>
  )
}
