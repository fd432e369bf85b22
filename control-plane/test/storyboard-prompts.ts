/** What people ask for, in the forms in which they write it. */
export const storyPrompts = {
  saas: 'Make a 30 second launch video for Planwise, a project planner for small teams. It turns meeting notes into tasks, assigns owners and reminds everybody before deadlines. Teams waste 6 hours a week chasing status updates. 2,000 teams use it already. Try it free for 14 days at planwise.example. Keep the tone friendly.',
  bakery:
    'Our family bakery in Leipzig opens every morning at 6. We bake sourdough bread, butter croissants and rye rolls by hand. The oven is from 1932. Come by at Karl-Heine-Straße 12 and try a warm roll!',
  cli: `Create a video about \`fastgrep\`, an open-source command line tool written in Rust.

- Searches 1 million lines in under a second
- Respects .gitignore files
- Works on Linux, macOS and Windows
- No configuration needed

Install it with cargo install fastgrep. The code is at github.com/example/fastgrep under the MIT license.`,
  hiring:
    'We are hiring! Northwind Robotics is looking for a senior firmware engineer in Rotterdam. You will work on autonomous warehouse robots with a team of 12 engineers. We offer a four-day week, stock options and 30 days of holiday. Apply at northwind.example/jobs before 1 December.',
  event:
    'Promo for the Harbour Lights Festival: three nights of music, food and light art at the old docks. 40 artists on 5 stages. Saturday 12 July to Monday 14 July. Tickets at harbourlights.example',
  german:
    'Wir stellen Heizkraft vor, die App für Hausverwaltungen. Schluss mit Papierkram, Telefonketten und verlorenen Schlüsseln. Heizkraft meldet Störungen automatisch, plant den Techniker ein und informiert alle Mieter. Schon 350 Verwaltungen arbeiten damit. Jetzt kostenlos testen auf heizkraft.example.',
  arabic:
    'مخبز الواحة يقدم خبزًا طازجًا كل صباح. نستخدم القمح المحلي فقط. لدينا أكثر من 20 نوعًا من المعجنات. زورونا في شارع الملك فهد.',
  word: 'Bakery',
  quote:
    'A calm video for our meditation app Stillwater. Tired of scrolling at night? Five minutes of guided breathing help you fall asleep. "I sleep through the night again." — Mara Jensen, nurse. Start tonight.',
  japanese:
    '東京の小さなコーヒー店です。毎朝、豆を自分たちで焙煎しています。静かな席とおいしいケーキがあります。ぜひお越しください。',
  emoji: '🚀🚀🚀',
} as const;
