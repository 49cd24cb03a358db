import { splitText } from './message-text.ts'
import classes from './messages.module.css'

/** What somebody wrote, in a message or a comment: web addresses are links, mentions stand out. */
export function MessageBody({ content, mentioned }: { content: string; mentioned: string[] }) {
  return (
    <p className={classes.text}>
      {splitText(content, mentioned).map(({ kind, text }, index) => {
        // Parts of one text keep their order.
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
