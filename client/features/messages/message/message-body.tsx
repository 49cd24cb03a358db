import { splitText } from './message-text.ts'
import classes from './messages.module.css'

/** The text of a message or comment, with links and highlighted mentions. */
export function MessageBody({ content, mentioned }: { content: string; mentioned: string[] }) {
  return (
    <p className={classes.text}>
      {splitText(content, mentioned).map(({ kind, text }, index) => {
        // The parts never change order.
        const key = index
        if (kind === 'text') return text
        if (kind === 'mention') return <strong key={key}>{text}</strong>
        return (
          <a key={key} href={text} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        )
      })}
    </p>
  )
}
