<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AcceptanceChart</name>
    <message>
        <source>last {count} rounds</source>
        <translation>最近 {count} 轮</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>tokens of the reply</source>
        <translation>回复的 token 数</translation>
    </message>
    <message>
        <source>whole reply</source>
        <translation>整个回复</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Accepted drafts / tested levels, of the last rounds that had drafts and of the whole reply.</source>
        <translation>接受的草稿数 / 检验过的层数，分别按最近几轮有草稿的轮次和整个回复计算。</translation>
    </message>
    <message>
        <source>A plain reply has no drafts.</source>
        <translation>普通回复没有草稿。</translation>
    </message>
    <message>
        <source>Nothing was drafted yet.</source>
        <translation>还没有草稿。</translation>
    </message>
    <message>
        <source>Acceptance: {whole} of the whole reply, {rolling} of the last {count} rounds.</source>
        <translation>接受率：整个回复 {whole}，最近 {count} 轮 {rolling}。</translation>
    </message>
</context>
<context>
    <name>AcceptedHistogram</name>
    <message>
        <source>Accepted per round</source>
        <translation>每轮接受数</translation>
    </message>
    <message>
        <source>Rounds of this reply by how many of their drafts were accepted. All rounds are counted: those without drafts stand at 0. Every round adds the target&apos;s own token to what was accepted.</source>
        <translation>这条回复的轮次，按每轮接受的草稿数统计。所有轮次都计入：没有草稿的算在 0。每轮在接受的草稿之外还会加上目标模型自己的 token。</translation>
    </message>
    <message>
        <source>No round yet.</source>
        <translation>还没有轮次。</translation>
    </message>
    <message>
        <source>{accepted} accepted: {count} of {rounds} rounds ({share}).</source>
        <translation>接受 {accepted} 个：{rounds} 轮中的 {count} 轮（{share}）。</translation>
    </message>
    <message>
        <source>Rounds by accepted drafts: {listed}.</source>
        <translation>按接受草稿数统计的轮次：{listed}。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>New Chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Search Chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Rename Chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Pin Chat</source>
        <translation>置顶对话</translation>
    </message>
    <message>
        <source>Move to Folder…</source>
        <translation>移到文件夹…</translation>
    </message>
    <message>
        <source>Duplicate Chat</source>
        <translation>创建对话副本</translation>
    </message>
    <message>
        <source>Export Chat…</source>
        <translation>导出对话…</translation>
    </message>
    <message>
        <source>Export All Chats…</source>
        <translation>导出所有对话…</translation>
    </message>
    <message>
        <source>Import Chats…</source>
        <translation>导入对话…</translation>
    </message>
    <message>
        <source>Open Trace…</source>
        <translation>打开记录…</translation>
    </message>
    <message>
        <source>Delete Chat</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Bring Back the Deleted Chat</source>
        <translation>恢复已删除的对话</translation>
    </message>
    <message>
        <source>Recently Deleted…</source>
        <translation>最近删除…</translation>
    </message>
    <message>
        <source>Edit Last Message</source>
        <translation>编辑上一条消息</translation>
    </message>
    <message>
        <source>Attach Files…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Choose Previous Message</source>
        <translation>选择上一条消息</translation>
    </message>
    <message>
        <source>Choose Next Message</source>
        <translation>选择下一条消息</translation>
    </message>
    <message>
        <source>Copy Message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Edit Message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Regenerate Reply</source>
        <translation>重新生成回复</translation>
    </message>
    <message>
        <source>Continue Reply</source>
        <translation>继续生成回复</translation>
    </message>
    <message>
        <source>Save Trace…</source>
        <translation>保存记录…</translation>
    </message>
    <message>
        <source>Previous Version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next Version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Branch Here</source>
        <translation>在此分支</translation>
    </message>
    <message>
        <source>Branch With a Rejected Draft…</source>
        <translation>用被拒绝的草稿分支…</translation>
    </message>
    <message>
        <source>Go to the Message Field</source>
        <translation>转到消息输入框</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Model Library…</source>
        <translation>模型库…</translation>
    </message>
    <message>
        <source>Get Models…</source>
        <translation>获取模型…</translation>
    </message>
    <message>
        <source>Open Model Folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Open GGUF File…</source>
        <translation>打开 GGUF 文件…</translation>
    </message>
    <message>
        <source>Cancel Loading</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Switch Speculative / Plain</source>
        <translation>切换推测 / 普通</translation>
    </message>
    <message>
        <source>Duel…</source>
        <translation>对决…</translation>
    </message>
    <message>
        <source>Check the Pair…</source>
        <translation>检查配对…</translation>
    </message>
    <message>
        <source>Measure Plain Speed</source>
        <translation>测量普通解码速度</translation>
    </message>
    <message>
        <source>Self-Test…</source>
        <translation>自检…</translation>
    </message>
    <message>
        <source>Show Chats</source>
        <translation>显示对话列表</translation>
    </message>
    <message>
        <source>Show Instruments</source>
        <translation>显示仪表盘</translation>
    </message>
    <message>
        <source>Show Origin Marks</source>
        <translation>显示来源标记</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>Previous Token</source>
        <translation>上一个 token</translation>
    </message>
    <message>
        <source>Next Token</source>
        <translation>下一个 token</translation>
    </message>
    <message>
        <source>Previous Round</source>
        <translation>上一轮</translation>
    </message>
    <message>
        <source>Next Round</source>
        <translation>下一轮</translation>
    </message>
    <message>
        <source>Leave the Token</source>
        <translation>离开此 token</translation>
    </message>
    <message>
        <source>Record Distributions</source>
        <translation>记录概率分布</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal Text Size</source>
        <translation>默认文字大小</translation>
    </message>
    <message>
        <source>Follow the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Switch Light / Dark</source>
        <translation>切换浅色 / 深色</translation>
    </message>
    <message>
        <source>Chat Settings…</source>
        <translation>对话设置…</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Ask Me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>Drop the Oldest Turns</source>
        <translation>舍去最早的问答</translation>
    </message>
    <message>
        <source>Start a New Chat With a Summary</source>
        <translation>带着摘要新建对话</translation>
    </message>
    <message>
        <source>Do Not Send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Open the Log Folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>See How It Works</source>
        <translation>看看它如何工作</translation>
    </message>
    <message>
        <source>About Slipstream</source>
        <translation>关于 Slipstream</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Inspect Tokens</source>
        <translation>查看 token</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>When the Context Is Full</source>
        <translation>上下文已满时</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>The reply begins.</source>
        <translation>回复开始。</translation>
    </message>
    <message>
        <source>The reply was stopped.</source>
        <translation>回复已停止。</translation>
    </message>
    <message>
        <source>The reply has ended: {tokens} tokens.</source>
        <translation>回复结束：{tokens} 个 token。</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>回复失败。</translation>
    </message>
</context>
<context>
    <name>Asking</name>
    <message>
        <source>The model is still being loaded; your text stays here, send it when it is ready.</source>
        <translation>模型仍在加载；您的文字会留在这里，就绪后再发送。</translation>
    </message>
    <message>
        <source>A duel is running; your text stays here, send it when the duel is over.</source>
        <translation>正在对决；您的文字会留在这里，对决结束后再发送。</translation>
    </message>
    <message>
        <source>The speed is being measured; your text stays here, send it in a moment.</source>
        <translation>正在测量速度；您的文字会留在这里，请稍后再发送。</translation>
    </message>
    <message>
        <source>A self-test is running; your text stays here, send it when it is over.</source>
        <translation>自检正在进行；您的文字会留在这里，结束后再发送。</translation>
    </message>
    <message>
        <source>A trace is being verified; your text stays here, send it when that is over.</source>
        <translation>正在验证一份记录；您的文字会留在这里，请在验证结束后发送。</translation>
    </message>
    <message>
        <source>No model is loaded: choose one under Target, then send; your text stays here.</source>
        <translation>尚未加载模型：请先在“目标”中选择一个，再发送；您的文字会留在这里。</translation>
    </message>
    <message>
        <source>A reply is being written: stop it or wait for its end first.</source>
        <translation>正在生成回复：请先停止或等它结束。</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>{name}, {size}</source>
        <translation>{name}，{size}</translation>
    </message>
    <message>
        <source>{name}
Click to read it</source>
        <translation>{name}
点击查看</translation>
    </message>
</context>
<context>
    <name>AttachmentTray</name>
    <message>
        <source>At most {count} files go with a message.</source>
        <translation>一条消息最多附带 {count} 个文件。</translation>
    </message>
    <message>
        <source>{count:,} characters</source>
        <translation>{count:,} 个字符</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} 个 token</translation>
    </message>
</context>
<context>
    <name>AuditionCard</name>
    <message>
        <source>Use It in This Chat</source>
        <translation>在此对话中使用</translation>
    </message>
    <message>
        <source>When you pause, other drafts are tried on the finished replies of this chat.</source>
        <translation>在您停下来时，会用此对话中已完成的回复试验其他草稿。</translation>
    </message>
    <message>
        <source>Too little was written here to say which draft is the fastest.</source>
        <translation>这里写的内容太少，还不能说哪种草稿最快。</translation>
    </message>
    <message>
        <source>measured {factor}</source>
        <translation>实测 {factor}</translation>
    </message>
    <message>
        <source>{name}, as used here, is the fastest: predicted {best}.</source>
        <translation>此处使用的{name}最快：预测 {best}。</translation>
    </message>
    <message>
        <source>Here {name} would have won: predicted {best} against {now} measured.</source>
        <translation>这里{name}会胜出：预测 {best}，实测 {now}。</translation>
    </message>
    <message>
        <source>Here {name} would have won: predicted {best} against {now}, predicted too.</source>
        <translation>这里{name}会胜出：预测 {best}，而所用的预测为 {now}。</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>普通解码</translation>
    </message>
    <message>
        <source>{drafter} with k {k}</source>
        <translation>{drafter}（k {k}）</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message numerus="yes">
        <source>Each draft walked along %n finished replies; nothing was generated. Its draft and verify passes were timed on the way, in pauses, so that these are predictions. Where the rejection verifier drew the reply, chance decides with p and q computed again which drafts would have stood.</source>
        <translation>
            <numerusform>每种草稿都沿着 %n 条已完成的回复走了一遍，没有生成任何内容。草稿和验证的前向在途中、在空闲时计时，因此这些是预测值。若回复由拒绝采样产生，则用重新计算的 p 和 q 按概率决定哪些草稿会被接受。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>Card “{title}”</source>
        <translation>卡片“{title}”</translation>
    </message>
    <message>
        <source>Move Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>CardColumn</name>
    <message>
        <source>All cards are hidden. Menu, View, Cards brings them back.</source>
        <translation>所有卡片都已隐藏。可在“菜单 › 视图 › 卡片”中恢复。</translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Is it worth it?</source>
        <translation>值得吗？</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Acceptance by position</source>
        <translation>各位置的接受率</translation>
    </message>
    <message>
        <source>Accepted per round</source>
        <translation>每轮接受数</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>逐轮查看</translation>
    </message>
    <message>
        <source>Time per round</source>
        <translation>每轮用时</translation>
    </message>
    <message>
        <source>Drafts per round</source>
        <translation>每轮草稿数</translation>
    </message>
    <message>
        <source>Saved and wasted</source>
        <translation>节省与浪费</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Shadow audition</source>
        <translation>影子试演</translation>
    </message>
</context>
<context>
    <name>CardsMenu</name>
    <message>
        <source>Reset</source>
        <translation>恢复默认</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>{target} with prompt lookup</source>
        <translation>{target} 配提示词查找</translation>
    </message>
    <message>
        <source>{target} with an EAGLE-3 head</source>
        <translation>{target} 配 EAGLE-3 头</translation>
    </message>
    <message>
        <source>{target} with {draft}</source>
        <translation>{target} 配 {draft}</translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation>需下载 {size}</translation>
    </message>
    <message>
        <source>needs about {needed} of memory, more than there is</source>
        <translation>大约需要 {needed} 内存，超出现有内存</translation>
    </message>
    <message>
        <source>needs about {needed} of memory, too slow without a graphics device</source>
        <translation>大约需要 {needed} 内存，没有显卡会太慢</translation>
    </message>
    <message>
        <source>needs about {needed} of memory, nearly all there is</source>
        <translation>大约需要 {needed} 内存，几乎占满</translation>
    </message>
    <message>
        <source>needs about {needed} of memory</source>
        <translation>大约需要 {needed} 内存</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{languages} and {count} more</source>
        <translation>{languages} 及另外 {count} 种</translation>
    </message>
    <message>
        <source>licence on its page</source>
        <translation>许可证见其页面</translation>
    </message>
    <message>
        <source>{licence} (asks for agreement)</source>
        <translation>{licence}（需同意条款）</translation>
    </message>
    <message>
        <source>Published: {factor} times as fast ({measured_on})</source>
        <translation>公开数据：{factor} 倍速（{measured_on}）</translation>
    </message>
    <message>
        <source>Published: {lowest} to {factor} times as fast ({measured_on})</source>
        <translation>公开数据：{lowest} 至 {factor} 倍速（{measured_on}）</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Looking at this machine…</source>
        <translation>正在查看这台机器…</translation>
    </message>
    <message>
        <source>Pairs for {size} of graphics memory</source>
        <translation>适合 {size} 显存的组合</translation>
    </message>
    <message>
        <source>Pairs to use without a graphics device</source>
        <translation>无需显卡即可使用的组合</translation>
    </message>
    <message>
        <source>Pairs for {size} of memory, without a graphics device</source>
        <translation>适合 {size} 内存、无需显卡的组合</translation>
    </message>
</context>
<context>
    <name>ChartLibrary</name>
    <message>
        <source>Charts cannot be drawn: pyqtgraph cannot be loaded. The log says why.</source>
        <translation>无法绘制图表：pyqtgraph 无法加载。原因见日志。</translation>
    </message>
</context>
<context>
    <name>ChatBrowser</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>ChatController</name>
    <message>
        <source>There is nothing to send yet: type a message first.</source>
        <translation>还没有可发送的内容：请先输入消息。</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
</context>
<context>
    <name>ChatFiles</name>
    <message>
        <source>chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Exporting the chat</source>
        <translation>正在导出对话</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>已导出到 {path}。</translation>
    </message>
    <message>
        <source>Exporting all chats</source>
        <translation>正在导出所有对话</translation>
    </message>
    <message numerus="yes">
        <source>Exported %n chat(s) to {path}.</source>
        <translation>
            <numerusform>已将 %n 个对话导出到 {path}。</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>正在导入</translation>
    </message>
    <message numerus="yes">
        <source>Imported %n chat(s).</source>
        <translation>
            <numerusform>已导入 %n 个对话。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{doing}: stopped.</source>
        <translation>{doing}：已停止。</translation>
    </message>
</context>
<context>
    <name>ChatFolders</name>
    <message>
        <source>{title} (copy)</source>
        <translation>{title}（副本）</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>This is the copy, “{title}”.</source>
        <translation>这是副本“{title}”。</translation>
    </message>
    <message>
        <source>Dissolved the folder “{name}”; its chats are kept.</source>
        <translation>已解散文件夹“{name}”；其中的对话都保留了。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ChatListController</name>
    <message>
        <source>Brought back “{title}”.</source>
        <translation>已恢复“{title}”。</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>已删除“{title}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>ChatScreen</name>
    <message>
        <source>The reply failed.</source>
        <translation>回复失败。</translation>
    </message>
    <message>
        <source>The model had nothing to add.</source>
        <translation>模型没有要补充的内容。</translation>
    </message>
    <message numerus="yes">
        <source>From here on the model reads this chat from “{text}”; it leaves out %n turn(s).</source>
        <translation>
            <numerusform>从这里起，模型从“{text}”开始读此对话；省去之前的 %n 次问答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>{mode} from the next reply.</source>
        <translation>下一条回复起为{mode}解码。</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Set here · default {value}</source>
        <translation>在此设置 · 默认为 {value}</translation>
    </message>
    <message>
        <source>Set here</source>
        <translation>在此设置</translation>
    </message>
    <message>
        <source>Reset {setting} to the default</source>
        <translation>将“{setting}”恢复为默认值</translation>
    </message>
</context>
<context>
    <name>ChatSettingsController</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>This model has no place for a system prompt: it is sent before your first message.</source>
        <translation>此模型没有系统提示词的位置：它会放在您的第一条消息之前发送。</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Reset All</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Chat Settings – {chat}</source>
        <translation>对话设置 – {chat}</translation>
    </message>
    <message>
        <source>Counts for the next reply of this chat.</source>
        <translation>从此对话的下一条回复起生效。</translation>
    </message>
    <message>
        <source>A named set of these settings: choose one, or keep these as one</source>
        <translation>这些设置的一个命名组合：选择一个，或将当前设置存为一个</translation>
    </message>
    <message>
        <source>Every setting here goes back to its default.</source>
        <translation>这里的所有设置都恢复为默认值。</translation>
    </message>
    <message>
        <source>Closes this; all changes are kept.</source>
        <translation>关闭；所有更改都会保留。</translation>
    </message>
</context>
<context>
    <name>ChatSummary</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Summing up the chat…</source>
        <translation>正在总结对话…</translation>
    </message>
    <message>
        <source>The chat was not summed up; everything is as it was.</source>
        <translation>没有得到摘要；一切保持原样。</translation>
    </message>
    <message>
        <source>{title} (continued)</source>
        <translation>{title}（续）</translation>
    </message>
    <message>
        <source>Summary of our chat “{title}”:

{summary}</source>
        <translation>我们的对话“{title}”的摘要：

{summary}</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Conversation</source>
        <translation>对话内容</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Move to Folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>New Folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Out of the Folder</source>
        <translation>移出文件夹</translation>
    </message>
    <message>
        <source>Rename Folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>Dissolve Folder</source>
        <translation>解散文件夹</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Ask anything…</source>
        <translation>想问什么都可以…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>A reply is running. Stop it first, or wait: your text stays here.</source>
        <translation>正在生成回复。请先停止或等待：您的文字会留在这里。</translation>
    </message>
    <message>
        <source>A file is still being read: send the message in a moment.</source>
        <translation>仍在读取文件：请稍后再发送消息。</translation>
    </message>
    <message>
        <source>There is nothing to send yet. Write a message first.</source>
        <translation>还没有可发送的内容。请先输入消息。</translation>
    </message>
    <message>
        <source>The text you pasted has {size:,} characters and was left out; the most is {limit:,}.</source>
        <translation>粘贴的文字有 {size:,} 个字符，未能加入；最多 {limit:,} 个。</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>作为文件附加</translation>
    </message>
    <message>
        <source>Paste a shorter part.</source>
        <translation>请粘贴较短的一部分。</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文字</translation>
    </message>
</context>
<context>
    <name>ComposerNote</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>Context use</source>
        <translation>上下文用量</translation>
    </message>
    <message>
        <source>context –</source>
        <translation>上下文 –</translation>
    </message>
    <message>
        <source>short of room: {used} / {limit:,}</source>
        <translation>空间不足：{used} / {limit:,}</translation>
    </message>
    <message>
        <source>too long: {used} / {limit:,}</source>
        <translation>过长：{used} / {limit:,}</translation>
    </message>
    <message>
        <source>context {used} / {limit:,}</source>
        <translation>上下文 {used} / {limit:,}</translation>
    </message>
    <message>
        <source>How much of its context a chat takes is known once a model is loaded.</source>
        <translation>加载模型之后才知道对话占用多少上下文。</translation>
    </message>
    <message>
        <source>This model holds {limit:,} tokens, the reply included.
This chat has {used}, what you write {written:,}.
Room for the reply: {room:,}; it may have up to {wanted:,}.
Click to choose what happens when the room runs out.</source>
        <translation>此模型能容纳 {limit:,} 个 token（含回复）。
此对话有 {used} 个，您正在写的有 {written:,} 个。
留给回复的空间：{room:,} 个；回复上限为 {wanted:,} 个。
点击可选择空间用完时怎么办。</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{year} 年{month}</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>Folder {name}, {state}</source>
        <translation>文件夹 {name}，{state}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>Dashboard</name>
    <message>
        <source>Instruments</source>
        <translation>仪表盘</translation>
    </message>
    <message>
        <source>Ask something: speed and acceptance draw themselves here.</source>
        <translation>提个问题：速度和接受率会在这里画出来。</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Open Model Folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open GGUF File</source>
        <translation>打开 GGUF 文件</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>预设的名称：</translation>
    </message>
    <message>
        <source>There is a preset “{name}” already. Replace it?</source>
        <translation>已有预设“{name}”。要替换它吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Delete the preset “{name}”? Chats keep what they took from it.</source>
        <translation>删除预设“{name}”？已采用它的对话会保留其设置。</translation>
    </message>
    <message>
        <source>Delete Preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Add a Folder With Models</source>
        <translation>添加模型文件夹</translation>
    </message>
    <message>
        <source>Delete {name} from this computer? That frees {size}.</source>
        <translation>要从这台电脑上删除 {name} 吗？将释放 {size}。</translation>
    </message>
    <message>
        <source>Delete Model</source>
        <translation>删除模型</translation>
    </message>
    <message>
        <source>Presets (*.toml);;All files (*)</source>
        <translation>预设 (*.toml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import Preset</source>
        <translation>导入预设</translation>
    </message>
    <message>
        <source>Export Preset</source>
        <translation>导出预设</translation>
    </message>
    <message>
        <source>Not Enough Memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>{sentence}

Load it all the same?</source>
        <translation>{sentence}

仍要加载吗？</translation>
    </message>
    <message>
        <source>Load It</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>When memory runs out, the machine may stand still for minutes, and the system may end Slipstream or another program, with whatever is not saved there. The chats here are kept.

Really load {name}?</source>
        <translation>内存用尽时，电脑可能停顿数分钟，系统可能结束 Slipstream 或其他程序，其中未保存的内容会丢失。这里的对话会保留。

确定要加载 {name} 吗？</translation>
    </message>
    <message>
        <source>Load It Anyway</source>
        <translation>仍然加载</translation>
    </message>
    <message>
        <source>Delete for Good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Cancel the download of {name}? What has arrived is deleted.</source>
        <translation>取消下载 {name}？已下载的部分会被删除。</translation>
    </message>
    <message>
        <source>Cancel Download</source>
        <translation>取消下载</translation>
    </message>
    <message>
        <source>Access token of your Hugging Face account, for models whose makers ask for agreement.
It is kept in your system’s keyring; leave it empty to have it forgotten.</source>
        <translation>您的 Hugging Face 账户的访问令牌，用于需要先同意条款的模型。
它保存在系统的密钥环中；留空则会清除。</translation>
    </message>
    <message>
        <source>Access token of your Hugging Face account, for models whose makers ask for agreement.
It is used until the program closes; leave it empty to have it forgotten.</source>
        <translation>您的 Hugging Face 账户的访问令牌，用于需要先同意条款的模型。
它只用到程序关闭为止；留空则会清除。</translation>
    </message>
    <message>
        <source>Access Token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Move to Folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Folder, or the name of a new one:</source>
        <translation>文件夹，或新文件夹的名称：</translation>
    </message>
    <message>
        <source>Slipstream, with traces (*.json)</source>
        <translation>Slipstream，含记录 (*.json)</translation>
    </message>
    <message>
        <source>Messages as OpenAI’s API has them (*.json)</source>
        <translation>OpenAI API 格式的消息 (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page with origin marks (*.html)</source>
        <translation>带来源标记的网页 (*.html)</translation>
    </message>
    <message>
        <source>Trace of the last reply (*.jsonl)</source>
        <translation>最后一个回复的记录 (*.jsonl)</translation>
    </message>
    <message>
        <source>Export Chat</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Export All Chats</source>
        <translation>导出所有对话</translation>
    </message>
    <message>
        <source>Import Chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Chats (*.json);;All files (*)</source>
        <translation>对话 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Text, Markdown and code (*)</source>
        <translation>文本、Markdown 和代码 (*)</translation>
    </message>
    <message>
        <source>Attach Files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Save the Duel</source>
        <translation>保存对决</translation>
    </message>
    <message>
        <source>Save the Details</source>
        <translation>保存详情</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Traces (*.jsonl);;All files (*)</source>
        <translation>记录 (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open Trace</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Save Trace (it contains what was asked)</source>
        <translation>保存记录（其中含有所提的问题）</translation>
    </message>
    <message>
        <source>Trace (*.jsonl)</source>
        <translation>记录 (*.jsonl)</translation>
    </message>
    <message>
        <source>There is a file “{name}” already. Replace it?</source>
        <translation>已有文件“{name}”。要替换它吗？</translation>
    </message>
    <message>
        <source>Forget Everything</source>
        <translation>清除所有数据</translation>
    </message>
    <message>
        <source>Delete everything that Slipstream keeps of you?</source>
        <translation>删除 Slipstream 保存的所有关于您的数据？</translation>
    </message>
    <message>
        <source>Deleted from this machine: all chats ({chats}), all settings, the window’s size, the models used lately, and the log. This cannot be undone. A reply that runs is stopped, and the window opens again as at the first start.</source>
        <translation>将从本机删除：所有对话（{chats} 个）、所有设置、窗口大小、最近用过的模型记录以及日志。此操作无法撤销。正在生成的回复会停止，窗口会重新打开，如同首次启动。</translation>
    </message>
    <message>
        <source>Also delete the downloaded models</source>
        <translation>同时删除已下载的模型</translation>
    </message>
    <message>
        <source>Delete Everything</source>
        <translation>全部删除</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Pause {name}</source>
        <translation>暂停 {name}</translation>
    </message>
    <message>
        <source>Continue {name}</source>
        <translation>继续 {name}</translation>
    </message>
    <message>
        <source>Cancel {name}</source>
        <translation>取消 {name}</translation>
    </message>
    <message>
        <source>Try {name} again</source>
        <translation>重试 {name}</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>从此列表中移除 {name}</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Waiting for its turn</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>正在询问模型库…</translation>
    </message>
    <message>
        <source>Paused at {done}</source>
        <translation>已暂停：{done}</translation>
    </message>
    <message>
        <source>Done: {size}</source>
        <translation>完成：{size}</translation>
    </message>
    <message>
        <source>{file}: {done} of {total}</source>
        <translation>{file}：{done} / {total}</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>剩余不到一分钟</translation>
    </message>
    <message>
        <source>about a minute left</source>
        <translation>大约还剩 1 分钟</translation>
    </message>
    <message>
        <source>about {minutes} minutes left</source>
        <translation>大约还剩 {minutes} 分钟</translation>
    </message>
    <message>
        <source>about an hour left</source>
        <translation>大约还剩 1 小时</translation>
    </message>
    <message>
        <source>about {hours} hours left</source>
        <translation>大约还剩 {hours} 小时</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{size} a second</source>
        <translation>每秒 {size}</translation>
    </message>
</context>
<context>
    <name>DownloadsPanel</name>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>DraftPicture</name>
    <message>
        <source>Drafts of the round</source>
        <translation>本轮的草稿</translation>
    </message>
</context>
<context>
    <name>DraftsChart</name>
    <message>
        <source>Drafts per round</source>
        <translation>每轮草稿数</translation>
    </message>
    <message>
        <source>tokens of the reply</source>
        <translation>回复的 token 数</translation>
    </message>
    <message>
        <source>chosen k</source>
        <translation>选定的 k</translation>
    </message>
    <message>
        <source>drafted</source>
        <translation>草稿数</translation>
    </message>
    <message>
        <source>Drafts in each round that was to have some, and k, the drafts that were asked for. A drafter may find fewer than k. Control rounds and rounds switched to plain have none and are left out.</source>
        <translation>每个应有草稿的轮次的草稿数，以及要求的草稿数 k。草稿器找到的可能少于 k。对照轮和切换为普通的轮次没有草稿，不计入。</translation>
    </message>
    <message>
        <source>No round yet.</source>
        <translation>还没有轮次。</translation>
    </message>
    <message>
        <source>Drafts per round: from {least} to {most}, last {last}.</source>
        <translation>每轮草稿数：从 {least} 到 {most}，最近 {last}。</translation>
    </message>
    <message>
        <source>Chosen k: {k}.</source>
        <translation>选定的 k：{k}。</translation>
    </message>
</context>
<context>
    <name>Duel</name>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>无法写入 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{name}: the same text as the first lane, token by token.</source>
        <translation>{name}：与第一条赛道的文字逐个 token 相同。</translation>
    </message>
    <message>
        <source>{name}: the rejection verifier draws words of its own from the same distribution, so the texts cannot be compared; the speeds can.</source>
        <translation>{name}：拒绝采样从同一分布中自行取词，因此文字不能比较；速度可以。</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>结尾</translation>
    </message>
    <message>
        <source>{name}: parts from the first lane at token {number}: {one} there, {two} here.</source>
        <translation>{name}：从第 {number} 个 token 起与第一条赛道不同：那边是{one}，这边是{two}。</translation>
    </message>
    <message>
        <source>In the exact shape that must not be: please report it.</source>
        <translation>在精确形状下不应如此：请报告此问题。</translation>
    </message>
    <message>
        <source>Outside the exact shape a row changes in its last bits with the rows beside it.</source>
        <translation>不在精确形状下时，一行的末几位会随旁边的行而变化。</translation>
    </message>
    <message>
        <source>Outside the exact shape a row changes in its last bits with the rows beside it; the two largest logits were {plain} apart in passes of one row and {drafted} with drafts.</source>
        <translation>在精确形状之外，一行的末几位会随旁边的行而变；两个最大的 logit 在单行前向中相差 {plain}，带草稿时相差 {drafted}。</translation>
    </message>
    <message>
        <source>Outside the exact shape a row changes in its last bits with the rows beside it; the two largest sums of log p and the seed’s noise were {plain} apart in passes of one row and {drafted} with drafts.</source>
        <translation>在精确形状之外，一行的末几位会随旁边的行而变；log p 与种子噪声之和的前两名在单行前向中相差 {plain}，带草稿时相差 {drafted}。</translation>
    </message>
    <message>
        <source>Slipstream: a duel</source>
        <translation>Slipstream：对决</translation>
    </message>
    <message>
        <source>{model}, {dtype} on {device}; temperature {temperature}, seed {seed}, {verifier} verifier</source>
        <translation>{model}，{dtype}，{device}；温度 {temperature}，种子 {seed}，验证器 {verifier}</translation>
    </message>
    <message>
        <source>all lanes in one exact shape</source>
        <translation>所有赛道使用同一精确形状</translation>
    </message>
    <message>
        <source>each lane in its own shape</source>
        <translation>每条赛道使用自己的形状</translation>
    </message>
    <message>
        <source>each lane twice, there and back</source>
        <translation>每条赛道跑两次，一去一回</translation>
    </message>
    <message>
        <source>each lane once</source>
        <translation>每条赛道跑一次</translation>
    </message>
    <message>
        <source>asked in a chat, after {count} messages</source>
        <translation>在对话中提问，之前有 {count} 条消息</translation>
    </message>
    <message>
        <source>decode tokens/s of {name} / decode tokens/s of {first}, measured</source>
        <translation>{name} 的解码 token/秒 ÷ {first} 的解码 token/秒，实测</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>from asking to the end</source>
        <translation>从提问到结束</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>首个 token</translation>
    </message>
    <message>
        <source>decode tokens/s</source>
        <translation>解码 token/秒</translation>
    </message>
    <message>
        <source>of each run</source>
        <translation>各次</translation>
    </message>
    <message>
        <source>speedup in decoding</source>
        <translation>解码加速比</translation>
    </message>
    <message>
        <source>speedup by the clock</source>
        <translation>按总用时的加速比</translation>
    </message>
    <message>
        <source>tokens a pass</source>
        <translation>每次前向的 token</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>{value} s</source>
        <translation>{value} 秒</translation>
    </message>
    <message>
        <source>{value} tokens/s</source>
        <translation>{value} token/秒</translation>
    </message>
    <message>
        <source>A reply ends in a loop: such a text is guessed easily and says little of chats.</source>
        <translation>有一条回复以循环结尾：这样的文本很容易猜中，说明不了聊天的情况。</translation>
    </message>
    <message>
        <source>A Story</source>
        <translation>一个故事</translation>
    </message>
    <message>
        <source>Tell a story in ten sentences about a lighthouse keeper who finds a letter in a bottle.</source>
        <translation>用十句话讲一个灯塔看守人在瓶中发现一封信的故事。</translation>
    </message>
    <message>
        <source>A List</source>
        <translation>一个列表</translation>
    </message>
    <message>
        <source>List ten things to pack for a week in the mountains, and say for each why it is needed.</source>
        <translation>列出去山里住一周要带的十样东西，并说明每样为什么需要。</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Write a Python class for a bank account with deposit, withdraw and balance, then a test for each method.</source>
        <translation>写一个 Python 银行账户类，包含存款、取款和余额，然后为每个方法写一个测试。</translation>
    </message>
    <message>
        <source>A Text to Correct</source>
        <translation>一段待改正的文字</translation>
    </message>
    <message>
        <source>Write this text again with its mistakes corrected and everything else as it is: The train leave at seven in the morning, and it arrive in the city two hour later. In the city we visits the museum and the market, and in the evening the train bring us home.</source>
        <translation>请改正下文中的错误并重写全文，其余保持原样：火车早上七点出发，两小时后到答城里。在城里我们参观了博物馆和市场，晚上火车再把我们戴回家。</translation>
    </message>
    <message>
        <source>An Explanation</source>
        <translation>一个解释</translation>
    </message>
    <message>
        <source>Explain step by step how a bicycle stays upright while it is ridden.</source>
        <translation>一步一步地解释自行车骑行时为什么不会倒。</translation>
    </message>
    <message>
        <source>Last Question of the Chat</source>
        <translation>对话中的最后一个问题</translation>
    </message>
</context>
<context>
    <name>DuelSetup</name>
    <message>
        <source>The prompt that all lanes answer</source>
        <translation>所有赛道都要回答的提示词</translation>
    </message>
    <message>
        <source>Prompt of the duel</source>
        <translation>对决的提示词</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>In the Chat</source>
        <translation>在对话中</translation>
    </message>
    <message>
        <source>On Its Own</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>In the chat: every lane reads the open chat first, as a reply in it would.</source>
        <translation>在对话中：每条赛道先读当前对话，就像其中的回复一样。</translation>
    </message>
    <message>
        <source>Lane 2</source>
        <translation>赛道 2</translation>
    </message>
    <message>
        <source>Lane 3</source>
        <translation>赛道 3</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Exact: one fixed shape for all lanes, in which the texts must be identical. Fast: each as in a chat; near ties may fall the other way.</source>
        <translation>精确：所有赛道用同一种固定形状，文字必须完全相同。快速：各自如同在对话中；概率几乎相等时可能选中另一个。</translation>
    </message>
    <message>
        <source>A B B A</source>
        <translation>A B B A</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>A B B A: there and back, so that a machine that slows down slows every lane alike.</source>
        <translation>A B B A：去一遍再回一遍，机器变慢时对每条赛道的影响相同。</translation>
    </message>
    <message>
        <source>Temp</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>Drafts a round, for every lane that drafts: auto, or a number.</source>
        <translation>每轮的草稿数，用于每条起草的赛道：auto 或一个数字。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>There is no prompt yet: write one, then start the duel.</source>
        <translation>还没有提示词：请先写一个，再开始对决。</translation>
    </message>
    <message>
        <source>The temperature is no number, such as 0 or 0.7.</source>
        <translation>温度不是数字，例如 0 或 0.7。</translation>
    </message>
    <message>
        <source>k is auto or a whole number of drafts from 1 to {most}.</source>
        <translation>k 为 auto 或 1 到 {most} 之间的整数（草稿数）。</translation>
    </message>
    <message>
        <source>The length is a whole number of tokens from 1 to {most}.</source>
        <translation>长度是 1 到 {most} 之间的整数个 token。</translation>
    </message>
</context>
<context>
    <name>DuelWindow</name>
    <message>
        <source>Start the Duel</source>
        <translation>开始对决</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>The duel as a page (HTML) or a picture (PNG)</source>
        <translation>将对决存为网页（HTML）或图片（PNG）</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Large type for presenting (F11); Escape leaves it</source>
        <translation>大字显示，便于演示（F11）；按 Esc 退出</translation>
    </message>
    <message>
        <source>Duel</source>
        <translation>对决</translation>
    </message>
    <message>
        <source>Every lane answers the same prompt with the same seed, from an empty cache. The first is plain.</source>
        <translation>每条赛道都从空缓存开始，用同一种子回答同一提示词。第一条为普通解码。</translation>
    </message>
    <message>
        <source>The model is busy: wait for its reply or stop it, then start.</source>
        <translation>模型正忙：请等它回复完或停止它，再开始。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Warming up…</source>
        <translation>预热中…</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>live · turn {turn} of {turns}</source>
        <translation>进行中 · 第 {turn} 次，共 {turns} 次</translation>
    </message>
    <message>
        <source>replayed at its own pace</source>
        <translation>按原速回放</translation>
    </message>
    <message>
        <source>The duel was stopped; nothing was measured.</source>
        <translation>对决已停止；没有测量结果。</translation>
    </message>
</context>
<context>
    <name>EditBanner</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leave the message as it is (Esc)</source>
        <translation>保持消息不变（Esc）</translation>
    </message>
    <message>
        <source>Cancel the edit</source>
        <translation>取消编辑</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>Type below, or try one of these:</source>
        <translation>在下方输入，或试试这些：</translation>
    </message>
    <message>
        <source>How does photosynthesis work, in short?</source>
        <translation>简单说说，光合作用是怎么回事？</translation>
    </message>
    <message>
        <source>Write a Python function that returns the first n Fibonacci numbers.</source>
        <translation>写一个 Python 函数，返回前 n 个斐波那契数。</translation>
    </message>
    <message>
        <source>Repeat this list, sorted by name: pear, apple, plum, cherry, banana, fig.</source>
        <translation>把这份清单按名称排序后重复一遍：pear、apple、plum、cherry、banana、fig。</translation>
    </message>
    <message>
        <source>Ask {name}</source>
        <translation>向 {name} 提问</translation>
    </message>
    <message>
        <source>Ask anything</source>
        <translation>想问什么都可以</translation>
    </message>
</context>
<context>
    <name>EmptyLibrary</name>
    <message>
        <source>Fetch {name}</source>
        <translation>获取 {name}</translation>
    </message>
    <message>
        <source>Add Folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>No models yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Models are looked for in the program’s own folder, in the cache of Hugging Face and in the folders you add. Safetensors and GGUF files can be used.</source>
        <translation>程序会在自己的文件夹、Hugging Face 缓存以及您添加的文件夹中查找模型。可以使用 safetensors 和 GGUF 文件。</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Untitled chat</source>
        <translation>未命名对话</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>accepted from the draft</source>
        <translation>接受自草稿</translation>
    </message>
    <message>
        <source>corrected by the target</source>
        <translation>由目标模型修正</translation>
    </message>
    <message>
        <source>bonus of the target</source>
        <translation>目标模型额外给出</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>普通解码</translation>
    </message>
    <message>
        <source>Show where each token came from</source>
        <translation>显示每个 token 的来源</translation>
    </message>
    <message>
        <source>a rejected draft stood here</source>
        <translation>此处有被拒绝的草稿</translation>
    </message>
    <message>
        <source>round {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message>
        <source>drafted by {drafter}</source>
        <translation>草稿来自{drafter}</translation>
    </message>
    <message>
        <source>nothing drafted</source>
        <translation>没有草稿</translation>
    </message>
    <message>
        <source>instead of “{text}” ({figures})</source>
        <translation>取代“{text}”（{figures}）</translation>
    </message>
    <message>
        <source>chosen by the user: a branch begins here</source>
        <translation>由用户选择：分支从这里开始</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language as HTML names it, such as en or zh-CN</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>温度 {value}</translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation>种子 {value}</translation>
    </message>
    <message>
        <source>{tokens} tokens in {rounds} rounds</source>
        <translation>{tokens} 个 token，共 {rounds} 轮</translation>
    </message>
    <message>
        <source>{rate} accepted</source>
        <translation>接受率 {rate}</translation>
    </message>
    <message>
        <source>{value} tokens a round</source>
        <translation>每轮 {value} 个 token</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/秒</translation>
    </message>
    <message>
        <source>{milliseconds} ms to the first token</source>
        <translation>首 token 用时 {milliseconds} ms</translation>
    </message>
    <message>
        <source>accepted / tested levels; a level is tested where the target compared a draft</source>
        <translation>接受的草稿数 / 检验过的层数；目标模型比较过草稿的深度才算检验过</translation>
    </message>
    <message>
        <source>emitted tokens / rounds; 1.0 for plain decoding</source>
        <translation>输出的 token 数 / 轮数；普通解码为 1.0</translation>
    </message>
    <message>
        <source>tokens after round 0 / seconds since its end</source>
        <translation>第 0 轮之后的 token 数 / 该轮结束后的秒数</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>FitBar</name>
    <message>
        <source>target’s weights</source>
        <translation>目标权重</translation>
    </message>
    <message>
        <source>draft’s weights</source>
        <translation>草稿权重</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>draft’s cache</source>
        <translation>草稿缓存</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>隐藏状态</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>draft’s tokenizer</source>
        <translation>草稿分词器</translation>
    </message>
    <message>
        <source>working memory</source>
        <translation>工作内存</translation>
    </message>
    <message>
        <source>the device itself</source>
        <translation>设备自身</translation>
    </message>
    <message>
        <source>Needs {needed}; how much is free is not known.</source>
        <translation>需要 {needed}；不知道有多少可用。</translation>
    </message>
    <message>
        <source>Fits: needs {needed} of {free} free on {device}</source>
        <translation>放得下：需要 {needed}，{device} 上有 {free} 可用</translation>
    </message>
    <message>
        <source>Tight: needs {needed} of {free} free on {device}</source>
        <translation>紧张：需要 {needed}，{device} 上有 {free} 可用</translation>
    </message>
    <message>
        <source>Does not fit: needs {needed}, {free} are free on {device}</source>
        <translation>放不下：需要 {needed}，{device} 上只有 {free} 可用</translation>
    </message>
    <message>
        <source>{text}; it would fit with {change}</source>
        <translation>{text}；改用{change}即可放下</translation>
    </message>
    <message>
        <source>{name} {size}</source>
        <translation>{name} {size}</translation>
    </message>
    <message>
        <source>context {tokens:,} tokens</source>
        <translation>上下文 {tokens:,} 个 token</translation>
    </message>
    <message>
        <source>{size:.0f} MB</source>
        <translation>{size:.0f} MB</translation>
    </message>
    <message>
        <source>{size:.1f} GB</source>
        <translation>{size:.1f} GB</translation>
    </message>
</context>
<context>
    <name>FoundList</name>
    <message>
        <source>Found</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>GetController</name>
    <message>
        <source>Loading {pair}…</source>
        <translation>正在加载 {pair}…</translation>
    </message>
    <message>
        <source>The access token was forgotten.</source>
        <translation>访问令牌已清除。</translation>
    </message>
    <message>
        <source>The access token is in your system’s keyring.</source>
        <translation>访问令牌已保存在系统的密钥环中。</translation>
    </message>
    <message>
        <source>The access token is used until the program closes.</source>
        <translation>访问令牌用到程序关闭为止。</translation>
    </message>
</context>
<context>
    <name>Heat</name>
    <message>
        <source>This code block</source>
        <translation>此代码块</translation>
    </message>
    <message>
        <source>This paragraph</source>
        <translation>此段落</translation>
    </message>
    <message>
        <source>{rate:.2f} a round</source>
        <translation>每轮 {rate:.2f} 个</translation>
    </message>
    <message>
        <source>no draft was tested</source>
        <translation>没有检验过草稿</translation>
    </message>
    <message>
        <source>{accepted} of {tested} tested drafts accepted ({rate:.0f}&#xa0;%)</source>
        <translation>检验过的 {tested} 个草稿中接受了 {accepted} 个（{rate:.0f}&#xa0;%）</translation>
    </message>
    <message>
        <source>{what}: {tested} · {tokens}, {per_round}.</source>
        <translation>{what}：{tested} · {tokens}，{per_round}。</translation>
    </message>
    <message>
        <source>{low}–{high} %</source>
        <translation>{low}–{high} %</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>接受率</translation>
    </message>
</context>
<context>
    <name>HubNameField</name>
    <message>
        <source>Any model of the hub: owner/name, or owner/name:file.gguf</source>
        <translation>模型库中的任意模型：owner/name，或 owner/name:file.gguf</translation>
    </message>
    <message>
        <source>Name of a model of the hub</source>
        <translation>模型库中的模型名称</translation>
    </message>
</context>
<context>
    <name>HubQuery</name>
    <message>
        <source>Look Up</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Access Token…</source>
        <translation>访问令牌…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>正在询问 {host}…</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>licence {name}</source>
        <translation>许可证 {name}</translation>
    </message>
    <message>
        <source>no licence named</source>
        <translation>未注明许可证</translation>
    </message>
    <message>
        <source>its makers ask for agreement</source>
        <translation>需要先同意其条款</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Round {index}</source>
        <translation>第 {index} 轮</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>由你选定</translation>
    </message>
    <message>
        <source>control round, plain</source>
        <translation>对照轮，普通</translation>
    </message>
    <message>
        <source>switched to plain</source>
        <translation>已切换为普通</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>tree of {drafts}, {levels} deep</source>
        <translation>{drafts} 个草稿的树，深 {levels} 层</translation>
    </message>
    <message>
        <source>chain of {drafts}</source>
        <translation>{drafts} 个草稿的链</translation>
    </message>
    <message>
        <source>k auto</source>
        <translation>k 自动</translation>
    </message>
    <message>
        <source>k {k}</source>
        <translation>k {k}</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} accepted</source>
        <translation>{drafted} 个中接受 {accepted} 个</translation>
    </message>
    <message>
        <source>at {time}</source>
        <translation>在 {time} 时</translation>
    </message>
    <message>
        <source>draft {draft} · verify {verify} · other {other}</source>
        <translation>草稿 {draft} · 验证 {verify} · 其他 {other}</translation>
    </message>
    <message>
        <source>q and p: draft and target at temperature 1; the reply’s is 0</source>
        <translation>q 与 p：草稿与目标模型在温度 1 下的概率，因为回复的温度为 0</translation>
    </message>
    <message>
        <source>q and p: draft and target after temperature {t:g} and all filters</source>
        <translation>q 与 p：草稿与目标模型经温度 {t:g} 和全部过滤之后的概率</translation>
    </message>
    <message>
        <source>q: the head at temperature {t:g}; p: the target after all filters too</source>
        <translation>q：草稿头在温度 {t:g} 下的概率；p：目标模型另经全部过滤之后的概率</translation>
    </message>
    <message>
        <source>The filters leave it no chance.</source>
        <translation>过滤之后它没有机会。</translation>
    </message>
    <message>
        <source>The target’s first choice.</source>
        <translation>目标模型的首选。</translation>
    </message>
    <message>
        <source>Number {rank} in the target’s ranking.</source>
        <translation>在目标模型的排序中列第 {rank}。</translation>
    </message>
    <message>
        <source>Entropy: target {target:.2f} nats</source>
        <translation>熵：目标模型 {target:.2f} 纳特</translation>
    </message>
    <message>
        <source>{text}, draft {draft:.2f} nats</source>
        <translation>{text}，草稿 {draft:.2f} 纳特</translation>
    </message>
    <message>
        <source>Level {level}, after “{above}”.</source>
        <translation>第 {level} 层，接在“{above}”之后。</translation>
    </message>
    <message>
        <source>Level {level}.</source>
        <translation>第 {level} 层。</translation>
    </message>
    <message>
        <source>Drafted by {drafter}.</source>
        <translation>草稿来自{drafter}。</translation>
    </message>
</context>
<context>
    <name>Instruments</name>
    <message>
        <source>plain, same prompt</source>
        <translation>普通，同一提示词</translation>
    </message>
    <message>
        <source>plain, other prompt: “{prompt}”</source>
        <translation>普通，另一提示词：“{prompt}”</translation>
    </message>
</context>
<context>
    <name>LanePanel</name>
    <message>
        <source>{seconds} from asking to the end</source>
        <translation>从提问到结束 {seconds}</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个 token</translation>
    </message>
    <message>
        <source>{value} tokens a pass</source>
        <translation>每次前向 {value} 个 token</translation>
    </message>
    <message>
        <source>{rate} accepted</source>
        <translation>接受率 {rate}</translation>
    </message>
    <message>
        <source>runs: {speeds} tokens/s</source>
        <translation>各次：{speeds} token/秒</translation>
    </message>
    <message>
        <source>{count} tokens in {seconds}</source>
        <translation>{seconds} 内 {count} 个 token</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/秒</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Go to the end of the conversation</source>
        <translation>转到对话末尾</translation>
    </message>
</context>
<context>
    <name>LibraryController</name>
    <message>
        <source>My Models</source>
        <translation>我的模型</translation>
    </message>
    <message>
        <source>Get Models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>正在加载 {name}…</translation>
    </message>
    <message>
        <source>{name} drafts from the next reply on.</source>
        <translation>从下一条回复起由 {name} 写草稿。</translation>
    </message>
    <message>
        <source>{folder} is no longer looked through; nothing was deleted.</source>
        <translation>不再查找 {folder}；没有删除任何内容。</translation>
    </message>
    <message>
        <source>Deleting {name}…</source>
        <translation>正在删除 {name}…</translation>
    </message>
    <message>
        <source>{name} was deleted: {size} are free again.</source>
        <translation>已删除 {name}：释放了 {size}。</translation>
    </message>
</context>
<context>
    <name>LibraryWindow</name>
    <message>
        <source>Model Library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>Pages of the model library</source>
        <translation>模型库的页面</translation>
    </message>
</context>
<context>
    <name>LocalPage</name>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>Add Folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Remove {folder}</source>
        <translation>移除 {folder}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>No model matches “{text}”.</source>
        <translation>没有与“{text}”匹配的模型。</translation>
    </message>
</context>
<context>
    <name>MachineNumbers</name>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Physical memory this program holds now (resident set), as the system counts it: model, caches and window together. 1 GB is 10⁹ bytes.</source>
        <translation>本程序现在占用的物理内存（常驻集），按系统统计：包括模型、缓存和窗口。1 GB 为 10⁹ 字节。</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>The most physical memory this program ever held since it was started.</source>
        <translation>本程序启动以来占用过的最大物理内存。</translation>
    </message>
    <message>
        <source>interface</source>
        <translation>界面</translation>
    </message>
    <message>
        <source>Processor time of the window&apos;s own thread / time of the reply, its prompt included, until it ended: text, marks, instruments and typing. 100 % is one core; the model runs in other threads. The goal is 2 %.</source>
        <translation>窗口自身线程的处理器时间 / 回复的时间（含读取提示词）：包括文本、标记、仪表盘和输入。100 % 为一个核心；模型在其他线程中运行。目标是 2 %。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory that tensors of the models hold on the graphics device.</source>
        <translation>模型的张量在图形设备上占用的内存。</translation>
    </message>
    <message>
        <source>GPU memory, peak {peak}</source>
        <translation>显存，峰值 {peak}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Slipstream {version}

Chat with a local language model and see which tokens a draft guessed right.</source>
        <translation>Slipstream {version}

与本地语言模型对话，看看草稿猜中了哪些 token。</translation>
    </message>
    <message>
        <source>About Slipstream</source>
        <translation>关于 Slipstream</translation>
    </message>
</context>
<context>
    <name>MarkLegend</name>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>the draft guessed it</source>
        <translation>草稿猜中</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>the target chose another</source>
        <translation>目标模型另选</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>额外</translation>
    </message>
    <message>
        <source>one more after a full guess</source>
        <translation>草稿全中后多得一个</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>nothing was drafted</source>
        <translation>没有草稿</translation>
    </message>
</context>
<context>
    <name>Measuring</name>
    <message>
        <source>The model is busy: stop it or wait for its end, then measure the plain speed.</source>
        <translation>模型正忙：请先停止或等它结束，再测量普通解码的速度。</translation>
    </message>
    <message>
        <source>No model is loaded: choose one under Target, then measure the plain speed.</source>
        <translation>没有加载模型：请在“目标”下选择一个，再测量普通解码的速度。</translation>
    </message>
    <message>
        <source>Stopped; the plain speed was not measured.</source>
        <translation>已停止；没有测量普通解码的速度。</translation>
    </message>
    <message>
        <source>The plain speed was measured, but not kept.</source>
        <translation>普通解码的速度已测量，但没有保存。</translation>
    </message>
    <message>
        <source>Plain: {speed:.1f} tokens/s behind {context:,} tokens of another text ({step:.1f} ms a step; half of {count} steps took {low:.1f} to {high:.1f} ms).</source>
        <translation>普通解码：在另一段 {context:,} 个 token 的文本之后为 {speed:.1f} token/秒（每步 {step:.1f} 毫秒；{count} 步中有一半用时 {low:.1f} 到 {high:.1f} 毫秒）。</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>The message you edit is not shown here: go back to its version, or cancel the edit.</source>
        <translation>这里没有显示您正在编辑的消息：请回到它所在的版本，或取消编辑。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>What you write next begins a new branch here.</source>
        <translation>接下来写的内容会在这里开始一个新分支。</translation>
    </message>
    <message>
        <source>There is only one version here.</source>
        <translation>这里只有一个版本。</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Version {at} of {count}</source>
        <translation>第 {at} 个版本，共 {count} 个</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Regenerate reply</source>
        <translation>重新生成回复</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>继续生成回复</translation>
    </message>
</context>
<context>
    <name>MessageEdit</name>
    <message>
        <source>Editing an earlier message · sending it begins a new version</source>
        <translation>正在编辑较早的消息 · 发送后开始一个新版本</translation>
    </message>
    <message>
        <source>Editing a reply · sending it keeps a new version</source>
        <translation>正在编辑回复 · 发送后存为新版本</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy Code Block</source>
        <translation>复制代码块</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Every draft of this reply became text</source>
        <translation>这条回复的草稿都成了正文</translation>
    </message>
    <message>
        <source>Copy Message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续生成</translation>
    </message>
    <message>
        <source>Save Trace…</source>
        <translation>保存记录…</translation>
    </message>
    <message>
        <source>Branch Here</source>
        <translation>在此分支</translation>
    </message>
    <message>
        <source>Previous Version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next Version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Branch Here With “{word}”</source>
        <translation>用“{word}”在此分支</translation>
    </message>
    <message>
        <source>Branch Here With “{word}”, Not “{other}”</source>
        <translation>用“{word}”而非“{other}”在此分支</translation>
    </message>
</context>
<context>
    <name>ModeSwitch</name>
    <message>
        <source>plain from the next round</source>
        <translation>下一轮起为普通</translation>
    </message>
    <message>
        <source>speculative from the next round</source>
        <translation>下一轮起为推测</translation>
    </message>
    <message>
        <source>plain from the next reply</source>
        <translation>下一条回复起为普通</translation>
    </message>
    <message>
        <source>speculative from the next reply</source>
        <translation>下一条回复起为推测</translation>
    </message>
    <message>
        <source>How the next reply is decoded; nothing is loaded again (Ctrl+M)</source>
        <translation>下一条回复如何解码；不会重新加载任何东西（Ctrl+M）</translation>
    </message>
    <message>
        <source>Switches this reply from its next round, and the replies after it (Ctrl+M)</source>
        <translation>从下一轮起切换这条回复以及其后的回复（Ctrl+M）</translation>
    </message>
    <message>
        <source>{action}: not in a duel</source>
        <translation>{action}：对决中不可用</translation>
    </message>
    <message>
        <source>A duel is running: its lanes have modes of their own. Wait for its end or stop it to change the mode.</source>
        <translation>对决正在进行：各赛道有自己的模式。等它结束或将其停止后再切换模式。</translation>
    </message>
</context>
<context>
    <name>ModelController</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measuring plain decoding</source>
        <translation>正在测量普通解码</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>No model is loaded: choose one under Target.</source>
        <translation>尚未加载模型：请在“目标”中选择一个。</translation>
    </message>
    <message>
        <source>Loading was stopped; {name} is as before.</source>
        <translation>已停止加载；{name} 保持不变。</translation>
    </message>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} 已就绪。</translation>
    </message>
    <message>
        <source>Fetching the starter model</source>
        <translation>正在获取入门模型</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>加载中…</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Load as Target</source>
        <translation>加载为目标</translation>
    </message>
    <message>
        <source>Use as Draft</source>
        <translation>用作草稿</translation>
    </message>
    <message>
        <source>Show in File Manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>关于此模型</translation>
    </message>
    <message>
        <source>It belongs to another program, or to this one’s installation: delete it there.</source>
        <translation>它属于其他程序或本程序的安装内容：请在那里删除。</translation>
    </message>
    <message>
        <source>It is in use: load another model, or choose another draft, first.</source>
        <translation>它正在使用中：请先加载其他模型，或选择其他草稿。</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>ModelListModel</name>
    <message>
        <source>Target now</source>
        <translation>当前目标</translation>
    </message>
    <message>
        <source>Draft now</source>
        <translation>当前草稿</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Finds words in names, architectures, formats, licences and paths.</source>
        <translation>在名称、架构、格式、许可证和路径中查找。</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Fetch {name}…</source>
        <translation>获取 {name}…</translation>
    </message>
    <message>
        <source>Used lately</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Cannot be loaded</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>Cannot draft</source>
        <translation>无法作草稿</translation>
    </message>
    <message>
        <source>Trained for {target}</source>
        <translation>为 {target} 训练</translation>
    </message>
    <message>
        <source>With the tokenizer of {target}</source>
        <translation>与 {target} 分词器相同</translation>
    </message>
    <message>
        <source>With another tokenizer</source>
        <translation>使用其他分词器</translation>
    </message>
    <message>
        <source>Draft models</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>{name}: the draft is the target itself</source>
        <translation>{name}：草稿就是目标本身</translation>
    </message>
    <message>
        <source>It drafts in tokens of its own, so fewer of its drafts count.</source>
        <translation>它用自己的 token 起草，因此可用的草稿较少。</translation>
    </message>
    <message>
        <source>{title} ({count})</source>
        <translation>{title}（{count}）</translation>
    </message>
    <message>
        <source>It can be the target or a draft.</source>
        <translation>可以作为目标或草稿。</translation>
    </message>
    <message>
        <source>It can be the target.</source>
        <translation>可以作为目标。</translation>
    </message>
    <message>
        <source>It can be a draft.</source>
        <translation>可以作为草稿。</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>所在位置</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>shared with no other model here</source>
        <translation>这里没有其他模型与它共用</translation>
    </message>
    <message>
        <source>shared with {names} and {count} more</source>
        <translation>与 {names} 及另外 {count} 个共用</translation>
    </message>
    <message>
        <source>shared with {names}</source>
        <translation>与 {names} 共用</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>这台电脑上</translation>
    </message>
    <message>
        <source>Your folders</source>
        <translation>您的文件夹</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
    </message>
    <message>
        <source>Comes with the program</source>
        <translation>随程序提供</translation>
    </message>
    <message>
        <source>Target or draft</source>
        <translation>目标或草稿</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>均不可用</translation>
    </message>
    <message>
        <source>{millions:,.0f} M</source>
        <translation>{millions:,.0f} M</translation>
    </message>
    <message>
        <source>{billions:,.1f} B</source>
        <translation>{billions:,.1f} B</translation>
    </message>
    <message>
        <source>{kilobytes:,.0f} kB</source>
        <translation>{kilobytes:,.0f} kB</translation>
    </message>
    <message>
        <source>{megabytes:,.0f} MB</source>
        <translation>{megabytes:,.0f} MB</translation>
    </message>
    <message>
        <source>{gigabytes:,.1f} GB</source>
        <translation>{gigabytes:,.1f} GB</translation>
    </message>
    <message>
        <source>{kind} head</source>
        <translation>{kind} 草稿头</translation>
    </message>
</context>
<context>
    <name>NumberGrid</name>
    <message>
        <source>measured speedup</source>
        <translation>实测加速比</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Acceptance rate: accepted drafts / tested levels. A tested level is a depth at which the target compared a draft; drafts after a rejection are untested and do not count.</source>
        <translation>接受率：接受的草稿数 / 检验过的层数。目标模型比较过草稿的每个深度算一层；拒绝之后的草稿未经检验，不计入。</translation>
    </message>
    <message>
        <source>tokens/round</source>
        <translation>token/轮</translation>
    </message>
    <message>
        <source>Tokens of the reply / rounds. A round is one pass of the target; plain decoding gives 1.00.</source>
        <translation>回复的 token 数 / 轮数。一轮是目标模型的一次前向计算；普通解码为 1.00。</translation>
    </message>
    <message>
        <source>to first token</source>
        <translation>首 token 用时</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Tokens of this reply, and the rounds (passes of the target) they took.</source>
        <translation>这条回复的 token 数，以及所用的轮数（目标模型的前向计算次数）。</translation>
    </message>
    <message>
        <source>tokens in {rounds} rounds</source>
        <translation>token，共 {rounds} 轮</translation>
    </message>
    <message>
        <source>tokens/s since token {number}</source>
        <translation>自第 {number} 个 token 起的 token/秒</translation>
    </message>
    <message>
        <source>This reply is plain: it is what a speculative reply to the same prompt is compared with.</source>
        <translation>这是一条普通回复：同一提示词的推测回复以它为比较基准。</translation>
    </message>
    <message>
        <source>speedup, {low} to {high}</source>
        <translation>加速比，{low} 到 {high}</translation>
    </message>
    <message>
        <source>Decode tokens per second: tokens after the first round / seconds since the end of the first round. Reading the prompt is not part of it.</source>
        <translation>每秒解码的 token 数：首轮之后的 token 数 / 首轮结束后的秒数。不含读取提示词的时间。</translation>
    </message>
    <message>
        <source>As reported by the server.</source>
        <translation>由服务器报告。</translation>
    </message>
    <message>
        <source>Time from asking to the end of the first round, reading the prompt included.</source>
        <translation>从提问到首轮结束的时间，含读取提示词。</translation>
    </message>
    <message>
        <source>The prompt was read at {rate} tokens/s.</source>
        <translation>读取提示词的速度为 {rate} token/秒。</translation>
    </message>
    <message>
        <source>Speedup is measured, never estimated: by control rounds in a reply that is long enough, or by a plain reply to the same prompt (switch to Plain and ask the same in a new chat). Both are missing here.</source>
        <translation>加速比只实测、从不估算：用足够长的回复中的对照轮，或同一提示词的普通回复（切换到“普通”，在新对话中提同样的问题）。这里两者都没有。</translation>
    </message>
    <message>
        <source>The time the speculated tokens would have taken plainly / the time they took. Plainly is known from {count} control rounds: rounds of this very reply, picked by chance, that were decoded plainly; each token is set against those next to it. With 95 % certainty the speedup lies between {low} and {high}. Too low: the draft has a little more to catch up after a control round, and rare hiccups of the machine are mostly missed. Too high: after drafting, a plain step starts with cold caches. All are small; a duel measures whole replies. Control rounds can be switched off in the settings.</source>
        <translation>这些推测得到的 token 用普通解码所需的时间 / 实际所用的时间。普通解码的时间来自 {count} 个对照轮：这条回复中随机选出、改用普通解码的轮次；每个 token 都与离它最近的对照轮相比。有 95 % 的把握加速比在 {low} 到 {high} 之间。偏低的原因：对照轮之后草稿要多补一点课，机器偶尔的停顿大多测不到。偏高的原因：起草之后，普通解码的一步从冷缓存开始。这些影响都很小；对决测量整条回复。对照轮可在设置中关闭。</translation>
    </message>
    <message>
        <source>This reply was switched in mid-answer: only control rounds of its speculative parts measure a speedup, and the round after a switch, in which the draft catches up, is left out.</source>
        <translation>这条回复在中途切换过：只有推测部分的对照轮能测出加速比；切换后的第一轮草稿需要补读，不计入。</translation>
    </message>
    <message>
        <source>Decode tokens/s of this reply / decode tokens/s of a plain reply measured on the same prompt ({plain} tokens/s).</source>
        <translation>这条回复的解码 token/秒 / 同一提示词实测普通回复的解码 token/秒（{plain} token/秒）。</translation>
    </message>
</context>
<context>
    <name>OverflowChoice</name>
    <message>
        <source>Drop the oldest turns</source>
        <translation>舍去最早的问答</translation>
    </message>
    <message>
        <source>They stay in the chat; the model no longer reads them.</source>
        <translation>它们仍留在对话中，只是模型不再读取。</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>带着摘要新建对话</translation>
    </message>
    <message>
        <source>The model sums this chat up, and a new one begins with that.</source>
        <translation>模型先总结此对话，新对话以摘要开头。</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>The message stays here, to be made shorter.</source>
        <translation>消息留在这里，等待缩短。</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>The chat stays as it is; no reply is asked for.</source>
        <translation>聊天保持原样；不请求回复。</translation>
    </message>
</context>
<context>
    <name>OverflowController</name>
    <message>
        <source>The message has {tokens:,} tokens and this model holds {limit:,}, the reply included: shorten it.</source>
        <translation>消息有 {tokens:,} 个 token，而此模型只能容纳 {limit:,} 个（含回复）：请缩短消息。</translation>
    </message>
    <message>
        <source>Choose again</source>
        <translation>重新选择</translation>
    </message>
    <message>
        <source>With this message the chat has {tokens:,} tokens, the reply may have {wanted:,}, and this model holds {limit:,}.</source>
        <translation>加上这条消息，对话有 {tokens:,} 个 token，回复上限为 {wanted:,} 个，而此模型只能容纳 {limit:,} 个。</translation>
    </message>
    <message>
        <source>Up to here the chat has {tokens:,} tokens, the reply may have {wanted:,}, and this model holds {limit:,}.</source>
        <translation>到这里为止，聊天有 {tokens:,} 个 token，回复最多 {wanted:,} 个，而此模型可容纳 {limit:,} 个。</translation>
    </message>
    <message>
        <source>Nothing was asked: the chat stays as it is.</source>
        <translation>没有提出请求：聊天保持原样。</translation>
    </message>
    <message>
        <source>Nothing was sent: make the message shorter.</source>
        <translation>没有发送：请缩短消息。</translation>
    </message>
    <message>
        <source>The chat is being summed up; the message goes into the new one.</source>
        <translation>正在总结对话；消息会发到新对话中。</translation>
    </message>
    <message>
        <source>The chat is being summed up; a new one begins with that.</source>
        <translation>正在总结聊天；新聊天将以总结开头。</translation>
    </message>
</context>
<context>
    <name>OverflowMenu</name>
    <message>
        <source>When the context is full</source>
        <translation>上下文已满时</translation>
    </message>
</context>
<context>
    <name>PairController</name>
    <message>
        <source>Check the Pair…</source>
        <translation>检查配对…</translation>
    </message>
    <message>
        <source>The model is busy: wait for its end or stop it, then measure.</source>
        <translation>模型正忙：请等它结束或停止它，然后再测量。</translation>
    </message>
    <message>
        <source>No model is loaded: choose one under Target.</source>
        <translation>尚未加载模型：请在“目标”中选择一个。</translation>
    </message>
    <message>
        <source>Stopped; nothing was measured.</source>
        <translation>已停止；没有测量任何内容。</translation>
    </message>
    <message>
        <source>k is now {k}.</source>
        <translation>k 现在是 {k}。</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>PairDialog</name>
    <message>
        <source>Check the Pair</source>
        <translation>检查配对</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Six prompts with and without the draft, in a session of their own: half a minute or so</source>
        <translation>六个提示词，分别用草稿和不用草稿，在单独的会话中：约半分钟</translation>
    </message>
    <message>
        <source>Model Folder…</source>
        <translation>模型文件夹…</translation>
    </message>
    <message>
        <source>GGUF File…</source>
        <translation>GGUF 文件…</translation>
    </message>
    <message>
        <source>No model is loaded: choose one under Target.</source>
        <translation>尚未加载模型：请在“目标”中选择一个。</translation>
    </message>
    <message>
        <source>Target: {name}</source>
        <translation>目标模型：{name}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>These two do not make a pair.</source>
        <translation>这两者不能配对。</translation>
    </message>
    <message>
        <source>These two make a pair, with what is noted below.</source>
        <translation>这两者可以配对，请注意以下几点。</translation>
    </message>
    <message>
        <source>These two make a pair.</source>
        <translation>这两者可以配对。</translation>
    </message>
    <message>
        <source>Measured and predicted</source>
        <translation>实测与预测</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Use k = {k}</source>
        <translation>使用 k = {k}</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>PairList</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Pairs of models</source>
        <translation>模型组合</translation>
    </message>
</context>
<context>
    <name>PairRow</name>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Get Both</source>
        <translation>获取两者</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>Use This Pair</source>
        <translation>使用此组合</translation>
    </message>
</context>
<context>
    <name>PlaceField</name>
    <message>
        <source>Look for a folder or file</source>
        <translation>浏览文件夹或文件</translation>
    </message>
    <message>
        <source>Model Folder…</source>
        <translation>模型文件夹…</translation>
    </message>
    <message>
        <source>GGUF File…</source>
        <translation>GGUF 文件…</translation>
    </message>
</context>
<context>
    <name>PlayerBar</name>
    <message>
        <source>To the beginning (Ctrl+Left)</source>
        <translation>到开头（Ctrl+Left）</translation>
    </message>
    <message>
        <source>One round back (Left)</source>
        <translation>后退一轮（Left）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>One round on (Right)</source>
        <translation>前进一轮（Right）</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast it plays (+ and −)</source>
        <translation>播放快慢（+ 和 −）</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>round {round} of {rounds} · {at:.1f} of {length:.1f} s</source>
        <translation>第 {round} 轮，共 {rounds} 轮 · {at:.1f} / {length:.1f} 秒</translation>
    </message>
</context>
<context>
    <name>PositionChart</name>
    <message>
        <source>Acceptance by position</source>
        <translation>各位置的接受率</translation>
    </message>
    <message>
        <source>Of the rounds in which the target compared a draft at this position, the share in which it was accepted: accepted at i / tested at i. A position is tested only where all before it were accepted.</source>
        <translation>在目标模型比较过该位置草稿的轮次中，草稿被接受的比例：位置 i 接受数 / 位置 i 检验数。只有前面的位置都被接受，才会检验这个位置。</translation>
    </message>
    <message>
        <source>Position {position}: {accepted} of {tested} tested drafts accepted ({share}).</source>
        <translation>位置 {position}：检验的 {tested} 个草稿中接受了 {accepted} 个（{share}）。</translation>
    </message>
    <message>
        <source>A plain reply has no drafts.</source>
        <translation>普通解码的回复没有草稿。</translation>
    </message>
    <message>
        <source>No draft was tested yet.</source>
        <translation>还没有检验过草稿。</translation>
    </message>
    <message>
        <source>Acceptance by position: {listed}.</source>
        <translation>各位置的接受率：{listed}。</translation>
    </message>
</context>
<context>
    <name>PresetMenu</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{preset} (changed)</source>
        <translation>{preset}（已更改）</translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation>还没有预设</translation>
    </message>
    <message>
        <source>Save as Preset…</source>
        <translation>存为预设…</translation>
    </message>
    <message>
        <source>Import Preset…</source>
        <translation>导入预设…</translation>
    </message>
    <message>
        <source>Update “{preset}”</source>
        <translation>更新“{preset}”</translation>
    </message>
    <message>
        <source>Use for New Chats</source>
        <translation>用于新对话</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>The preset “{preset}” is kept.</source>
        <translation>已保存预设“{preset}”。</translation>
    </message>
    <message>
        <source>The preset “{preset}” was imported and chosen.</source>
        <translation>已导入并选用预设“{preset}”。</translation>
    </message>
    <message>
        <source>The preset was written to {path}.</source>
        <translation>预设已写入 {path}。</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Forget Everything</source>
        <translation>清除所有数据</translation>
    </message>
    <message>
        <source>Replies cut short when the program last ended: {count}; what was shown is kept.</source>
        <translation>程序上次结束时有 {count} 条回复被中断；已显示的内容都保留了。</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>{stage} · {done:.0f} of {total:.0f} MB</source>
        <translation>{stage} · {done:.0f} / {total:.0f} MB</translation>
    </message>
    <message>
        <source>{stage} · {percent} %</source>
        <translation>{stage} · {percent} %</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找范围（&amp;L）：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型（&amp;T）：</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Backspace</source>
        <translation>Backspace</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>PgUp</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>PgDn</translation>
    </message>
</context>
<context>
    <name>RepetitionNote</name>
    <message>
        <source>The reply repeats itself since token {start}</source>
        <translation>回复自第 {start} 个 token 起不断重复</translation>
    </message>
    <message>
        <source>The reply repeated itself from token {start} to {end}</source>
        <translation>回复在第 {start} 至 {end} 个 token 之间不断重复</translation>
    </message>
    <message>
        <source>A reply repeats itself when its last tokens, {turns} turns of a phrase of at most {longest} tokens and {least} tokens in all, equal the token one turn before at {share} % of the places, and that has gone on for {lasting} tokens. Drafts of such a text are nearly always right, so its figures say little about other replies.</source>
        <translation>当回复末尾（一段至多 {longest} 个 token 的短语重复 {turns} 遍，且总计不少于 {least} 个 token）中有 {share} % 的位置与前一遍的 token 相同，并已持续 {lasting} 个 token 时，视为重复。这种文字的草稿几乎总是正确，因此其数字不能说明其他回复。</translation>
    </message>
</context>
<context>
    <name>ReplayController</name>
    <message>
        <source>{model}, {dtype} on {device}: played from a file, without a model.</source>
        <translation>{model}，{dtype}，{device}：从文件播放，不需要模型。</translation>
    </message>
    <message>
        <source>Code is easy to guess</source>
        <translation>代码容易猜</translation>
    </message>
    <message>
        <source>An everyday request</source>
        <translation>一个日常的请求</translation>
    </message>
    <message>
        <source>Recorded with {model} on {machine}, {date}; no model runs now.</source>
        <translation>用 {model} 在 {machine} 上录制，{date}；现在没有模型在运行。</translation>
    </message>
    <message>
        <source>The machine was busy: its times say nothing.</source>
        <translation>当时机器很忙：其中的时间没有参考意义。</translation>
    </message>
    <message>
        <source>A draft guesses several words ahead, and the model checks them all in one pass. The marks under the words say what became of each guess:</source>
        <translation>草稿先猜出后面的几个词，模型一次就把它们全部检查。词下的标记说明每个猜测的结果：</translation>
    </message>
    <message>
        <source>There is no reply to save a trace of yet.</source>
        <translation>还没有可以保存记录的回复。</translation>
    </message>
    <message>
        <source>Saved to {path}. The trace contains what was asked.</source>
        <translation>已保存到 {path}。记录中含有所提的问题。</translation>
    </message>
    <message numerus="yes">
        <source>The reply was written in %n parts, of which it holds the last.</source>
        <translation>
            <numerusform>这个回复分 %n 部分生成，记录只含最后一部分。</numerusform>
        </translation>
    </message>
    <message>
        <source>The trace is kept as a chat.</source>
        <translation>记录已保留为对话。</translation>
    </message>
</context>
<context>
    <name>ReplayView</name>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>This trace does not say what was asked.</source>
        <translation>这份记录里没有所提的问题。</translation>
    </message>
    <message>
        <source>The recording was cut here.</source>
        <translation>录制在此处中断。</translation>
    </message>
</context>
<context>
    <name>ReplayWindow</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>The model scores the reply again: is every token its own?</source>
        <translation>由模型重新给回复打分：每个 token 都是它自己的吗？</translation>
    </message>
    <message>
        <source>Another Example</source>
        <translation>另一个例子</translation>
    </message>
    <message>
        <source>Keep as Chat</source>
        <translation>保留为对话</translation>
    </message>
    <message>
        <source>Adds the question and this reply to your chats</source>
        <translation>把问题和这个回复加入你的对话</translation>
    </message>
    <message>
        <source>Replay: {title}</source>
        <translation>回放：{title}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>Reply</name>
    <message>
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>正在读取提示词…</translation>
    </message>
    <message>
        <source>Ended at the largest number of tokens for one reply.</source>
        <translation>已达到单条回复的 token 上限，回复到此结束。</translation>
    </message>
    <message>
        <source>The context is full: start a new chat to go on.</source>
        <translation>上下文已满：请新建对话继续。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Interrupted: the program ended while this was written.</source>
        <translation>已中断：写到这里时程序结束了。</translation>
    </message>
    <message>
        <source>plain since token {number}</source>
        <translation>自第 {number} 个 token 起普通</translation>
    </message>
    <message>
        <source>speculative since token {number}</source>
        <translation>自第 {number} 个 token 起推测</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>k {k}</source>
        <translation>k {k}</translation>
    </message>
    <message>
        <source>{speed:.1f} tokens/s</source>
        <translation>{speed:.1f} token/秒</translation>
    </message>
    <message>
        <source>{speed:.1f} tokens/s since then</source>
        <translation>此后 {speed:.1f} token/秒</translation>
    </message>
    <message>
        <source>{rate:.0f} % accepted</source>
        <translation>接受率 {rate:.0f} %</translation>
    </message>
</context>
<context>
    <name>ResultPanel</name>
    <message>
        <source>Decode tokens/s of the lane / decode tokens/s of the plain lane: medians over the runs of this duel. Reading the prompt is not part of it.</source>
        <translation>该赛道的解码 token/秒 / 普通赛道的解码 token/秒：取本次对决各次运行的中位数。不含读取提示词的时间。</translation>
    </message>
    <message>
        <source>{name}: {factor} in decoding</source>
        <translation>{name}：解码 {factor}</translation>
    </message>
    <message>
        <source>{factor} by the clock, the prompt included</source>
        <translation>按总用时 {factor}，含提示词</translation>
    </message>
</context>
<context>
    <name>RoundColumns</name>
    <message>
        <source>Time of the last rounds</source>
        <translation>最近几轮的用时</translation>
    </message>
    <message>
        <source>Round {index}, {total}: draft {draft}, verify {verify}, other {other}.</source>
        <translation>第 {index} 轮，{total}：草稿 {draft}，验证 {verify}，其他 {other}。</translation>
    </message>
</context>
<context>
    <name>RoundInspector</name>
    <message>
        <source>Record distributions</source>
        <translation>记录概率分布</translation>
    </message>
    <message>
        <source>The distributions of this round take {kb:.1f} kB in the chat.</source>
        <translation>这一轮的概率分布在对话中占 {kb:.1f} kB。</translation>
    </message>
    <message>
        <source>Recorded from the next reply on.</source>
        <translation>从下一条回复开始记录。</translation>
    </message>
    <message>
        <source>What both models thought of the likeliest tokens was not kept.</source>
        <translation>没有保存两个模型对最可能的 token 的看法。</translation>
    </message>
    <message>
        <source>Keeps the five likeliest tokens of target and draft, with their probabilities and the entropy, for every token of the next replies. It takes time in every round, counted under “other”, and makes chats, traces and exports larger.</source>
        <translation>为之后回复的每个 token 保存目标模型和草稿各自最可能的五个 token、它们的概率以及熵。每一轮都会多花时间（计入“其他”），对话、轨迹和导出也会变大。</translation>
    </message>
    <message>
        <source>Esc leaves</source>
        <translation>Esc 离开</translation>
    </message>
    <message>
        <source>the newest round</source>
        <translation>最新一轮</translation>
    </message>
    <message>
        <source>Click a word of a reply, or press Alt and an arrow key, to see how it was decided.</source>
        <translation>点击回复中的词，或按 Alt 加方向键，查看它是怎样决定的。</translation>
    </message>
</context>
<context>
    <name>RoundsPanel</name>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>untested</source>
        <translation>未检验</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>额外</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
</context>
<context>
    <name>RoundsStrip</name>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>No round yet.</source>
        <translation>还没有轮次。</translation>
    </message>
    <message>
        <source>Round {index}: plain “{text}”.</source>
        <translation>第 {index} 轮：普通“{text}”。</translation>
    </message>
    <message>
        <source>Round {index}: control round, plain “{text}”.</source>
        <translation>第 {index} 轮：对照轮，普通“{text}”。</translation>
    </message>
    <message>
        <source>Round {index}: plain after a switch, “{text}”.</source>
        <translation>第 {index} 轮：切换后的普通解码“{text}”。</translation>
    </message>
    <message>
        <source>corrected to</source>
        <translation>修正为</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>额外</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Round {index}: {accepted} of {drafted} drafts accepted{tail}.</source>
        <translation>第 {index} 轮：{drafted} 个草稿中接受 {accepted} 个{tail}。</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>untested, after a rejection or the end</source>
        <translation>未检验，在拒绝或结尾之后</translation>
    </message>
    <message>
        <source>the target&apos;s own, in place of the rejected draft</source>
        <translation>目标模型自己的 token，取代被拒绝的草稿</translation>
    </message>
    <message>
        <source>bonus: the target&apos;s own, after every draft was accepted</source>
        <translation>额外：草稿全部接受之后，目标模型自己的 token</translation>
    </message>
    <message>
        <source>plain: the target&apos;s own, nothing was drafted</source>
        <translation>普通：目标模型自己的 token，没有草稿</translation>
    </message>
    <message>
        <source>draft q {value}</source>
        <translation>草稿 q {value}</translation>
    </message>
    <message>
        <source>target p {value}</source>
        <translation>目标 p {value}</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>all others</source>
        <translation>其余全部</translation>
    </message>
    <message>
        <source>You chose this token; to the target its probability was {p}.</source>
        <translation>这个 token 由你选定；目标模型给它的概率是 {p}。</translation>
    </message>
    <message>
        <source>Untested: the reply ended before this place.</source>
        <translation>未检验：回复在此之前就结束了。</translation>
    </message>
    <message>
        <source>Untested: it follows “{draft}”, which did not stand.</source>
        <translation>未检验：它接在未被接受的“{draft}”之后。</translation>
    </message>
    <message>
        <source>Accepted: it is the target’s own first choice, with p = {p}.</source>
        <translation>接受：它正是目标模型自己的首选，p = {p}。</translation>
    </message>
    <message>
        <source>Accepted: with the noise of seed {seed} for this place the target draws this token itself (p = {p}).</source>
        <translation>接受：用种子 {seed} 在此处的噪声，目标模型自己抽到的也是这个 token（p = {p}）。</translation>
    </message>
    <message>
        <source>Accepted with probability min(1, p/q) = p = {p}: it was copied, not drawn, so q is 1.</source>
        <translation>以概率 min(1, p/q) = p = {p} 接受：它是抄来的而不是抽取的，所以 q 为 1。</translation>
    </message>
    <message>
        <source>Accepted with probability min(1, p/q) = min(1, {p} / {q}) = {chance}.</source>
        <translation>以概率 min(1, p/q) = min(1, {p} / {q}) = {chance} 接受。</translation>
    </message>
    <message>
        <source>Accepted by the target, with p = {p}.</source>
        <translation>被目标模型接受，p = {p}。</translation>
    </message>
    <message>
        <source>Rejected: the target’s own first choice is “{own}” with p = {own_p}; this has p = {p}.</source>
        <translation>拒绝：目标模型自己的首选是“{own}”（p = {own_p}）；这个的 p = {p}。</translation>
    </message>
    <message>
        <source>Rejected: with the noise of seed {seed} for this place the target draws “{own}” (p = {own_p}), not this (p = {p}).</source>
        <translation>拒绝：用种子 {seed} 在此处的噪声，目标模型抽到的是“{own}”（p = {own_p}），不是这个（p = {p}）。</translation>
    </message>
    <message>
        <source>Rejected: it stood with probability min(1, p/q) = p = {p} (copied, so q is 1), and the coin fell the other way.</source>
        <translation>拒绝：它以概率 min(1, p/q) = p = {p} 成立（抄来的，所以 q 为 1），而这次抽签没有抽中。</translation>
    </message>
    <message>
        <source>Rejected: it stood with probability min(1, p/q) = min(1, {p} / {q}) = {chance}, and the coin fell the other way.</source>
        <translation>拒绝：它以概率 min(1, p/q) = min(1, {p} / {q}) = {chance} 成立，而这次抽签没有抽中。</translation>
    </message>
    <message>
        <source>Rejected by the target, with p = {p}.</source>
        <translation>被目标模型拒绝，p = {p}。</translation>
    </message>
    <message>
        <source>Rejected: the target took “{own}” (p = {own_p}), not this (p = {p}).</source>
        <translation>拒绝：目标模型取的是“{own}”（p = {own_p}），不是这个（p = {p}）。</translation>
    </message>
    <message>
        <source>Corrected: the target’s own first choice, with p = {p}, in place of {drafts}.</source>
        <translation>修正：目标模型自己的首选，p = {p}，取代 {drafts}。</translation>
    </message>
    <message>
        <source>Corrected: drawn by the target with the noise of seed {seed} for this place (p = {p}), in place of {drafts}.</source>
        <translation>修正：目标模型用种子 {seed} 在此处的噪声抽取（p = {p}），取代 {drafts}。</translation>
    </message>
    <message>
        <source>Corrected: drawn from the target’s distribution without {drafts}, what is left of p − q; before that it had p = {p}.</source>
        <translation>修正：从目标模型去掉 {drafts} 之后的分布（p − q 的剩余部分）中抽取；在此之前它的 p = {p}。</translation>
    </message>
    <message>
        <source>Corrected: drawn from the residual max(0, p − q), normalised, in place of {drafts}; before that it had p = {p}.</source>
        <translation>修正：从归一化的残差 max(0, p − q) 中抽取，取代 {drafts}；在此之前它的 p = {p}。</translation>
    </message>
    <message>
        <source>Corrected: the target’s own token, with p = {p}, in place of {drafts}.</source>
        <translation>修正：目标模型自己的 token，p = {p}，取代 {drafts}。</translation>
    </message>
    <message>
        <source>Bonus: all drafts on the way stood, and the same pass gave the target’s first choice after them (p = {p}).</source>
        <translation>额外：这条路径上的草稿全部成立，同一次前向计算还给出了目标模型接下来的首选（p = {p}）。</translation>
    </message>
    <message>
        <source>Bonus: all drafts on the way stood, and from the same pass the target draws one more token with the noise of seed {seed} (p = {p}).</source>
        <translation>额外：这条路径上的草稿全部成立，目标模型又从同一次前向计算中用种子 {seed} 的噪声多抽一个 token（p = {p}）。</translation>
    </message>
    <message>
        <source>Bonus: all drafts stood, and the same pass gave the target’s distribution for one more token (p = {p}).</source>
        <translation>额外：草稿全部成立，同一次前向计算还给出了再多一个 token 的分布（p = {p}）。</translation>
    </message>
    <message>
        <source>Control round: nothing was drafted on purpose, to measure the plain speed.</source>
        <translation>对照轮：有意不产生草稿，用来测量普通速度。</translation>
    </message>
    <message>
        <source>Plain: the reply was switched to plain here.</source>
        <translation>普通：回复在这里已切换为普通。</translation>
    </message>
    <message>
        <source>Plain: one pass of the target for one token.</source>
        <translation>普通：目标模型一次前向计算得一个 token。</translation>
    </message>
    <message>
        <source>Plain: no draft was proposed here.</source>
        <translation>普通：这里没有提出草稿。</translation>
    </message>
    <message>
        <source>It is the target’s own first choice, with p = {p}.</source>
        <translation>它是目标模型自己的首选，p = {p}。</translation>
    </message>
    <message>
        <source>It was drawn with the noise of seed {seed} (p = {p}).</source>
        <translation>它用种子 {seed} 的噪声抽取（p = {p}）。</translation>
    </message>
    <message>
        <source>It was drawn from the target’s distribution (p = {p}).</source>
        <translation>它从目标模型的分布中抽取（p = {p}）。</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Finds words in titles and messages.</source>
        <translation>在标题和消息中查找词语。</translation>
    </message>
</context>
<context>
    <name>SelfTestController</name>
    <message>
        <source>The self-test was stopped; nothing was tested.</source>
        <translation>自检已停止；没有得出结果。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>无法写入 {path}：{reason}。</translation>
    </message>
</context>
<context>
    <name>SelfTestDialog</name>
    <message>
        <source>Self-Test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Copy Details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Save Details…</source>
        <translation>保存详情…</translation>
    </message>
    <message>
        <source>No model is loaded: choose a target in the toolbar first.</source>
        <translation>没有载入模型：请先在工具栏选择目标模型。</translation>
    </message>
    <message>
        <source>Tested now: {model} with {draft}.</source>
        <translation>将测试：{model}，草稿：{draft}。</translation>
    </message>
    <message>
        <source>Start the Self-Test</source>
        <translation>开始自检</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Waits for the model, which is busy; nothing is interrupted.</source>
        <translation>模型正忙，等待中；不会打断任何事。</translation>
    </message>
    <message>
        <source>Is speculative decoding lossless with your own model and draft, on this machine? The test writes the same replies with and without the draft, greedily and with coupled noise, and compares them token by token. Then it draws thousands of short texts and compares how often each comes with the model’s own probabilities.</source>
        <translation>在这台机器上，用您自己的模型和草稿，推测解码是否无损？自检在有草稿和无草稿时分别以贪心和耦合噪声写出相同的回复，逐个 token 比较；然后抽取数千段短文本，将各自出现的频率与模型自身的概率比较。</translation>
    </message>
    <message>
        <source>Details of the self-test</source>
        <translation>自检详情</translation>
    </message>
    <message>
        <source>Not tested yet. It takes minutes; you can stop it at any time.</source>
        <translation>尚未测试。需要几分钟；可随时停止。</translation>
    </message>
    <message>
        <source>Passed on {date}; it took {time}.</source>
        <translation>{date} 通过；用时 {time}。</translation>
    </message>
    <message>
        <source>Not passed on {date}; it took {time}.</source>
        <translation>{date} 未通过；用时 {time}。</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <source>Begins…</source>
        <translation>开始…</translation>
    </message>
    <message>
        <source>1 of 4: the same tokens, greedy</source>
        <translation>1/4：相同的 token，贪心</translation>
    </message>
    <message>
        <source>2 of 4: the same tokens, coupled noise</source>
        <translation>2/4：相同的 token，耦合噪声</translation>
    </message>
    <message>
        <source>3 of 4: the right frequencies, rejection</source>
        <translation>3/4：正确的频率，拒绝采样</translation>
    </message>
    <message>
        <source>4 of 4: near ties, where shapes are free</source>
        <translation>4/4：形状自由时的近似并列</translation>
    </message>
    <message>
        <source>Not passed: replies differ from plain decoding where they must not. Please report this with the details.</source>
        <translation>未通过：回复与普通解码不同，而这不应发生。请附上详情报告此问题。</translation>
    </message>
    <message>
        <source>Nothing was shown: this draft hardly drafted. Try another one.</source>
        <translation>没有得出结论：这个草稿几乎没有起草。请换一个。</translation>
    </message>
    <message>
        <source>Passed: with this draft the model writes exactly what it would write by itself.</source>
        <translation>通过：使用这个草稿时，模型写出的内容与它独自写出的完全一样。</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop the reply (Esc)</source>
        <translation>停止回复（Esc）</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送（Enter）</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>The search index was damaged and has been made anew, nothing else was; try again.</source>
        <translation>搜索索引已损坏，现已重建，其他内容完好；请重试。</translation>
    </message>
    <message>
        <source>That conversation no longer exists; what was to be saved in it was dropped.</source>
        <translation>该对话已不存在；要存入其中的内容已丢弃。</translation>
    </message>
    <message>
        <source>The folder {parent} for the chats cannot be made: {error}.</source>
        <translation>无法创建存放对话的文件夹 {parent}：{error}。</translation>
    </message>
    <message>
        <source>The chat database {path} is damaged and cannot be moved aside ({error}); move it away and start Slipstream again.</source>
        <translation>对话数据库 {path} 已损坏，且无法移开（{error}）；请手动移走它，再重新启动 Slipstream。</translation>
    </message>
    <message>
        <source>The disk is full, so the chat could not be saved in {path}; free some space and try again.</source>
        <translation>磁盘已满，无法将对话保存到 {path}；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>The chats in {path} cannot be written; make the file and its folder writable.</source>
        <translation>无法写入 {path} 中的对话；请让该文件及其文件夹可写。</translation>
    </message>
    <message>
        <source>The chats in {path} cannot be opened; check that the folder exists and may be written.</source>
        <translation>无法打开 {path} 中的对话；请检查文件夹是否存在并可写。</translation>
    </message>
    <message>
        <source>Another program is using the chats in {path}; close it and try again.</source>
        <translation>另一个程序正在使用 {path} 中的对话；请关闭它后重试。</translation>
    </message>
    <message>
        <source>The chat database {path} is damaged; start Slipstream again and it will be moved aside.</source>
        <translation>对话数据库 {path} 已损坏；重新启动 Slipstream 时会将其移开。</translation>
    </message>
    <message>
        <source>The chats in {path} could not be read or written: {error}.</source>
        <translation>无法读写 {path} 中的对话：{error}。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {error}.</source>
        <translation>无法写入 {path}：{error}。</translation>
    </message>
    <message>
        <source>{path} holds no chats; pick a file that was exported as JSON.</source>
        <translation>{path} 中没有对话；请选择以 JSON 导出的文件。</translation>
    </message>
    <message>
        <source>{path} is too big to be a file of chats.</source>
        <translation>{path} 太大，不会是对话文件。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}.</source>
        <translation>无法读取 {path}：{error}。</translation>
    </message>
    <message>
        <source>{path} is no JSON or is damaged; pick a file that was exported as JSON.</source>
        <translation>{path} 不是 JSON 或已损坏；请选择以 JSON 导出的文件。</translation>
    </message>
    <message>
        <source>The version of the exported chats is missing; export them again.</source>
        <translation>导出的对话缺少版本号；请重新导出。</translation>
    </message>
    <message>
        <source>The chats were exported by a newer version of Slipstream; update Slipstream and try again.</source>
        <translation>这些对话由较新版本的 Slipstream 导出；请更新 Slipstream 后重试。</translation>
    </message>
    <message>
        <source>The exported chats are damaged ({error}); export them again.</source>
        <translation>导出的对话已损坏（{error}）；请重新导出。</translation>
    </message>
    <message>
        <source>This reply is still being written; stop it first, then continue it.</source>
        <translation>这条回复仍在生成；请先停止，再让它继续。</translation>
    </message>
    <message>
        <source>Only a reply can be written again or continued; choose a reply.</source>
        <translation>只有回复可以重写或续写；请选择一条回复。</translation>
    </message>
    <message>
        <source>There are no messages in the file, so there is nothing to import.</source>
        <translation>文件中没有消息，没有可导入的内容。</translation>
    </message>
    <message>
        <source>Message {number} is not an object with a role and a content.</source>
        <translation>第 {number} 条消息不是含有 role 和 content 的对象。</translation>
    </message>
    <message>
        <source>Message {number} has the role {value}; only system, user and assistant can be imported.</source>
        <translation>第 {number} 条消息的角色是 {value}；只能导入 system、user 和 assistant。</translation>
    </message>
    <message>
        <source>Message {number} holds {kind}; only text can be imported.</source>
        <translation>第 {number} 条消息含有 {kind}；只能导入文本。</translation>
    </message>
    <message>
        <source>Message {number} has no text as its content.</source>
        <translation>第 {number} 条消息的 content 不是文本。</translation>
    </message>
    <message>
        <source>Message {number} holds a part of type {kind}; only text can be imported.</source>
        <translation>第 {number} 条消息含有类型为 {kind} 的部分；只能导入文本。</translation>
    </message>
    <message>
        <source>Message {number} holds a text part without text.</source>
        <translation>第 {number} 条消息中的文本部分没有文本。</translation>
    </message>
    <message>
        <source>This conversation holds every private-use character there is beside text that looks like the model&apos;s control tokens; remove that text.</source>
        <translation>此对话用到了所有私用字符，同时还有像模型控制 token 的文字；请删除这些文字。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long ({source} characters).</source>
        <translation>模型的对话模板太长（{source} 个字符）。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template has a mistake in line {lineno}: {error}.</source>
        <translation>模型的对话模板第 {lineno} 行有错误：{error}。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template was stopped{at}: what it makes is too long or takes too long.</source>
        <translation>模型的对话模板已被中止{at}：它生成的内容太长或耗时太久。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template was refused{at}: {named} is not allowed in a template.</source>
        <translation>模型的对话模板被拒绝{at}：模板中不允许 {named}。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template needs a value that is missing{at}: {error}.</source>
        <translation>模型的对话模板缺少所需的值{at}：{error}。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is nested too deeply: {msg}.</source>
        <translation>模型的对话模板嵌套过深：{msg}。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refuses this conversation without saying why.</source>
        <translation>模型的对话模板拒绝此对话，但没有说明原因。</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer version of Slipstream; nothing was changed. Update Slipstream, or start it with --data-dir and another folder.</source>
        <translation>{path} 中的对话由较新版本的 Slipstream 写入；没有做任何更改。请更新 Slipstream，或用 --data-dir 指定另一个文件夹启动。</translation>
    </message>
    <message>
        <source>{path} is a database of another program; nothing was changed. Move it away, or start Slipstream with --data-dir and another folder.</source>
        <translation>{path} 是另一个程序的数据库；没有做任何更改。请移走它，或用 --data-dir 指定另一个文件夹启动 Slipstream。</translation>
    </message>
    <message>
        <source>Layer skip needs the number of layers that draft, such as skip:10, not skip:{argument}.</source>
        <translation>跳层需要给出产生草稿的层数，例如 skip:10，而不是 skip:{argument}。</translation>
    </message>
    <message>
        <source>This model cannot draft with its own first layers; choose another draft.</source>
        <translation>此模型不能用自己的前几层产生草稿；请选择其他草稿。</translation>
    </message>
    <message>
        <source>There is no draft called {name}: give auto, none, eagle, lookup, suffix, skip:N, a model&apos;s folder or file, or several of them joined by +.</source>
        <translation>没有名为 {name} 的草稿：请填 auto、none、eagle、lookup、suffix、skip:N、模型的文件夹或文件，或用 + 连接其中几个。</translation>
    </message>
    <message>
        <source>{name} cannot draft, because what it reads cannot be taken back when a draft is rejected; choose another draft.</source>
        <translation>{name} 不能产生草稿，因为草稿被拒绝时它读过的内容无法撤回；请选择其他草稿。</translation>
    </message>
    <message>
        <source>{name} drafts from hidden states, which this model does not show; choose another draft.</source>
        <translation>{name} 根据隐藏状态产生草稿，而此模型不提供隐藏状态；请选择其他草稿。</translation>
    </message>
    <message>
        <source>There is no model at {path}; give a model folder, a .gguf file or &apos;starter&apos;.</source>
        <translation>{path} 处没有模型；请给出模型文件夹、.gguf 文件或 starter。</translation>
    </message>
    <message>
        <source>The model was closed; load it again.</source>
        <translation>模型已关闭；请重新加载。</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>提示词为空；请先写点内容。</translation>
    </message>
    <message>
        <source>The tokenizer has tokens this model does not know; they do not belong together.</source>
        <translation>分词器中有此模型不认识的 token；两者不匹配。</translation>
    </message>
    <message>
        <source>The reply must be allowed at least 1 token, not {max_tokens}.</source>
        <translation>回复至少要允许 1 个 token，不能是 {max_tokens}。</translation>
    </message>
    <message>
        <source>The time limit must be above 0 seconds, not {max_seconds}.</source>
        <translation>时间限制必须大于 0 秒，不能是 {max_seconds}。</translation>
    </message>
    <message>
        <source>The engine stopped without finishing the reply; ask again.</source>
        <translation>引擎没有完成回复就停止了；请再问一次。</translation>
    </message>
    <message>
        <source>Token {token} is {mine} in {target_name} and {other} in {draft_name}.</source>
        <translation>token {token} 在 {target_name} 中是 {mine}，在 {draft_name} 中是 {other}。</translation>
    </message>
    <message>
        <source>Token {extra} is {shown} in {name}, and {shorter} has no such token.</source>
        <translation>token {extra} 在 {name} 中是 {shown}，而 {shorter} 没有这个 token。</translation>
    </message>
    <message>
        <source>Token {token} ({text}) is {kinds} in {target_name} and {kinds2} in {draft_name}.</source>
        <translation>token {token}（{text}）在 {target_name} 中是{kinds}，在 {draft_name} 中是{kinds2}。</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF file; choose another file.</source>
        <translation>“{name}”不是 GGUF 文件；请选择其他文件。</translation>
    </message>
    <message>
        <source>“{name}” is incomplete or damaged; delete it and download it again.</source>
        <translation>“{name}”不完整或已损坏；请删除后重新下载。</translation>
    </message>
    <message>
        <source>“{name}” cannot be converted ({error}); choose a safetensors folder of this model instead.</source>
        <translation>无法转换“{name}”（{error}）；请改用此模型的 safetensors 文件夹。</translation>
    </message>
    <message>
        <source>“{asked}” is no device this program knows; choose auto, cpu, cuda, cuda:N or mps.</source>
        <translation>程序不认识设备“{asked}”；请选择 auto、cpu、cuda、cuda:N 或 mps。</translation>
    </message>
    <message>
        <source>There are {free} MB free at {folder} but {needed} MB are needed to {purpose}; free some space and try again.</source>
        <translation>{folder} 处有 {free} MB 可用空间，但{purpose}需要 {needed} MB；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>The disk at {folder} is full; free some space and try again.</source>
        <translation>{folder} 所在的磁盘已满；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>Nothing can be written to {folder}; make it writable or choose another with --data-dir.</source>
        <translation>无法写入 {folder}；请让它可写，或用 --data-dir 选择其他文件夹。</translation>
    </message>
    <message>
        <source>{host} answered {code} instead of the file; try again later.</source>
        <translation>{host} 返回了 {code} 而不是文件；请稍后重试。</translation>
    </message>
    <message>
        <source>{hostname} keeps breaking off the download; try again later, what has arrived is kept and the rest is fetched then.</source>
        <translation>{hostname} 不断中断下载；请稍后重试，已下载的部分会保留，届时只取剩余部分。</translation>
    </message>
    <message>
        <source>{source_path} cannot be read; check the find-links setting of pip.</source>
        <translation>无法读取 {source_path}；请检查 pip 的 find-links 设置。</translation>
    </message>
    <message>
        <source>The weights in {name} are cut short or damaged; download the draft again.</source>
        <translation>{name} 中的权重不完整或已损坏；请重新下载草稿模型。</translation>
    </message>
    <message>
        <source>{name} does not say which tokens it drafts (d2t); download the draft again.</source>
        <translation>{name} 没有说明它产生哪些 token（d2t）；请重新下载草稿模型。</translation>
    </message>
    <message>
        <source>The list of tokens that {name} drafts (d2t) is damaged; download it again.</source>
        <translation>{name} 产生草稿所用的 token 列表（d2t）已损坏；请重新下载。</translation>
    </message>
    <message>
        <source>{missing} weights are missing from {name} ({missing2} …); download the draft again.</source>
        <translation>{name} 缺少 {missing} 个权重（{missing2} …）；请重新下载草稿模型。</translation>
    </message>
    <message>
        <source>The weights in {name} contain numbers that are not finite ({key}); download the draft again.</source>
        <translation>{name} 中的权重含有非有限数值（{key}）；请重新下载草稿模型。</translation>
    </message>
    <message>
        <source>{first}; else {rest}</source>
        <translation>{first}；否则{rest}</translation>
    </message>
    <message>
        <source>{why}, {most} tokens at most</source>
        <translation>{why}，最多 {most} 个 token</translation>
    </message>
    <message>
        <source>{why} with what followed the same words before</source>
        <translation>{why}，并接上同样的词以前的后文</translation>
    </message>
    <message>
        <source>prompt lookup copies what followed the same words before</source>
        <translation>提示词查找照抄同样的词以前的后文</translation>
    </message>
    <message>
        <source>suffix drafting takes what most often followed the same words</source>
        <translation>后缀匹配选用同样的词之后最常见的内容</translation>
    </message>
    <message>
        <source>the model&apos;s own first layers draft</source>
        <translation>由模型自己的前几层产生草稿</translation>
    </message>
    <message>
        <source>a trained head drafts a tree</source>
        <translation>训练的草稿头产生草稿树</translation>
    </message>
    <message>
        <source>a trained head drafts</source>
        <translation>训练的草稿头产生草稿</translation>
    </message>
    <message>
        <source>what was written before drafts where it fits again</source>
        <translation>先前写过的内容在再次合适处充当草稿</translation>
    </message>
    <message>
        <source>k {k} as chosen</source>
        <translation>按所选的 k {k}</translation>
    </message>
    <message>
        <source>k as chosen</source>
        <translation>按所选的 k</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>普通解码</translation>
    </message>
    <message>
        <source>{wanted} from here on, as chosen</source>
        <translation>按您的选择，从这里起为{wanted}解码</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>The chat database was damaged; it was moved to {aside}</source>
        <translation>对话数据库已损坏；已将其移到 {aside}</translation>
    </message>
    <message>
        <source>{moved} and a new one was started.{older}</source>
        <translation>{moved}，并新建了一个。{older}</translation>
    </message>
    <message>
        <source> An older copy of the chats is in {copy}.</source>
        <translation>对话的较早副本在 {copy}。</translation>
    </message>
    <message>
        <source>The settings were damaged</source>
        <translation>设置已损坏</translation>
    </message>
    <message>
        <source>Starting torch</source>
        <translation>正在启动 torch</translation>
    </message>
    <message>
        <source>Checking the model</source>
        <translation>正在检查模型</translation>
    </message>
    <message>
        <source>Reading the tokenizer</source>
        <translation>正在读取分词器</translation>
    </message>
    <message>
        <source>Loading the weights</source>
        <translation>正在加载权重</translation>
    </message>
    <message>
        <source>Arranging the memory</source>
        <translation>正在整理内存</translation>
    </message>
    <message>
        <source>Asking the package index</source>
        <translation>正在查询软件包索引</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <source>Checking the download</source>
        <translation>正在核对下载的文件</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>正在解压</translation>
    </message>
    <message>
        <source>Converting “{name}”</source>
        <translation>正在转换“{name}”</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>Unpacking the weights</source>
        <translation>正在展开权重</translation>
    </message>
    <message>
        <source>Writing the weights</source>
        <translation>正在写入权重</translation>
    </message>
    <message>
        <source>Writing the tokenizer</source>
        <translation>正在写入分词器</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>正在收尾</translation>
    </message>
    <message>
        <source>Converted</source>
        <translation>转换完成</translation>
    </message>
    <message>
        <source>download the model</source>
        <translation>下载模型</translation>
    </message>
    <message>
        <source>install the starter model</source>
        <translation>安装入门模型</translation>
    </message>
    <message>
        <source>convert the model</source>
        <translation>转换模型</translation>
    </message>
    <message>
        <source> in line {line}</source>
        <translation>（第 {line} 行）</translation>
    </message>
    <message>
        <source>end{open_block} is missing</source>
        <translation>缺少 end{open_block}</translation>
    </message>
    <message>
        <source>“{args}” is missing</source>
        <translation>缺少“{args}”</translation>
    </message>
    <message>
        <source>“{error}” makes no sense</source>
        <translation>“{error}”没有意义</translation>
    </message>
    <message>
        <source>a value makes no sense</source>
        <translation>有一个值没有意义</translation>
    </message>
    <message>
        <source>is a LoRA adapter</source>
        <translation>是 LoRA 适配器</translation>
    </message>
    <message>
        <source>has no config.json</source>
        <translation>没有 config.json</translation>
    </message>
    <message>
        <source>hidden states of size</source>
        <translation>隐藏状态的大小为</translation>
    </message>
    <message>
        <source>a vocabulary of</source>
        <translation>词表大小为</translation>
    </message>
    <message>
        <source> It was made for {verifier}.</source>
        <translation>它是为 {verifier} 制作的。</translation>
    </message>
    <message>
        <source>a control token</source>
        <translation>控制 token</translation>
    </message>
    <message>
        <source>plain text</source>
        <translation>普通文本</translation>
    </message>
    <message>
        <source>no token</source>
        <translation>没有 token</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of texts, none of them empty</source>
        <translation>文本列表，且没有空项</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>不用草稿</translation>
    </message>
    <message>
        <source>a context of {context} tokens</source>
        <translation>{context} 个 token 的上下文</translation>
    </message>
    <message>
        <source>no draft and {context}</source>
        <translation>不用草稿且{context}</translation>
    </message>
    <message>
        <source>bfloat16 and {context}</source>
        <translation>bfloat16 且{context}</translation>
    </message>
    <message>
        <source>no draft, bfloat16 and {context}</source>
        <translation>不用草稿、bfloat16 且{context}</translation>
    </message>
    <message>
        <source>no draft and bfloat16</source>
        <translation>不用草稿且 bfloat16</translation>
    </message>
    <message>
        <source>&quot;{value}&quot; or {text}</source>
        <translation>&quot;{value}&quot; 或{text}</translation>
    </message>
    <message>
        <source>a number above {low} up to {high}</source>
        <translation>大于 {low} 且不超过 {high} 的数字</translation>
    </message>
    <message>
        <source>a number from {low} up to {high}</source>
        <translation>{low} 到 {high} 之间的数字</translation>
    </message>
    <message>
        <source>The starter model is not on this machine yet; get it with: slipstream models get starter</source>
        <translation>本机还没有入门模型；请用此命令获取：slipstream models get starter</translation>
    </message>
    <message>
        <source>No trained head comes with the program for {name}; choose another draft, or train one with: slipstream train</source>
        <translation>程序没有附带用于 {name} 的草稿头；请选择其他草稿，或自己训练一个：slipstream train</translation>
    </message>
    <message>
        <source>{name} cannot draft for {name2}, because their tokenizers differ: {shared}</source>
        <translation>{name} 不能为 {name2} 产生草稿，因为两者的分词器不同：{shared}</translation>
    </message>
    <message>
        <source>{name} cannot draft. {error}</source>
        <translation>{name} 不能产生草稿。{error}</translation>
    </message>
    <message>
        <source>{name} needs {what} {wanted} and the model has {there}; choose a draft made for this model.{made_for}</source>
        <translation>{name} 要求{what} {wanted}，而模型的是 {there}；请选择为此模型制作的草稿。{made_for}</translation>
    </message>
    <message>
        <source>k must be a whole number from 0 up, not {k}.</source>
        <translation>k 必须是不小于 0 的整数，不能是 {k}。</translation>
    </message>
    <message>
        <source>mps was asked for but this torch build has no Metal; on a Mac with Apple silicon install the macOS build from https://pytorch.org, elsewhere choose cpu or cuda.</source>
        <translation>指定了 mps，但此 torch 版本不含 Metal；Apple 芯片的 Mac 请从 https://pytorch.org 安装 macOS 版本，其他机器请选择 cpu 或 cuda。</translation>
    </message>
    <message>
        <source>mps was asked for but torch can use no Metal device of this Mac; update macOS or choose cpu.</source>
        <translation>指定了 mps，但 torch 无法使用这台 Mac 的 Metal 设备；请更新 macOS 或选择 cpu。</translation>
    </message>
    <message>
        <source>cuda was asked for but this torch build has neither CUDA nor ROCm; install such a build from https://pytorch.org or choose cpu.</source>
        <translation>指定了 cuda，但此 torch 版本既不含 CUDA 也不含 ROCm；请从 https://pytorch.org 安装这样的版本，或选择 cpu。</translation>
    </message>
    <message>
        <source>cuda was asked for but no device or driver was found; run “{tool}” to see why, or choose cpu.</source>
        <translation>指定了 cuda，但没有找到设备或驱动程序；请运行“{tool}”查看原因，或选择 cpu。</translation>
    </message>
    <message>
        <source>cuda:{index} was asked for but this machine has {last}; choose one that is there.</source>
        <translation>指定了 cuda:{index}，但本机只有 {last}；请选择存在的设备。</translation>
    </message>
    <message>
        <source>cuda:0 to cuda:{count}</source>
        <translation>cuda:0 到 cuda:{count}</translation>
    </message>
    <message>
        <source>config.json in {name} names no model_type; download the file again.</source>
        <translation>{name} 中的 config.json 没有 model_type；请重新下载该文件。</translation>
    </message>
    <message>
        <source>config.json in {name} is not valid; download the file again.</source>
        <translation>{name} 中的 config.json 无效；请重新下载该文件。</translation>
    </message>
    <message>
        <source>pip answered in a form that is not understood; update it with “python -m pip install -U pip”.</source>
        <translation>无法理解 pip 的输出；请用“python -m pip install -U pip”更新它。</translation>
    </message>
    <message>
        <source>pip cannot find {name} {version} in its package index{reason}; check “pip config list”.</source>
        <translation>pip 在其软件包索引中找不到 {name} {version}{reason}；请检查“pip config list”。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed{at}: {name}.</source>
        <translation>模型的对话模板出错{at}：{name}。</translation>
    </message>
    <message>
        <source>The exact shape holds {exact_rows} drafts; choose a k up to that, or leave exact off.</source>
        <translation>精确形状最多容纳 {exact_rows} 个草稿；请选择不超过它的 k，或关闭精确模式。</translation>
    </message>
    <message>
        <source>“{asked}” is no number format of models; choose auto, {dtypes}.</source>
        <translation>“{asked}”不是模型的数值格式；请选择 auto、{dtypes}。</translation>
    </message>
    <message>
        <source>The weights in {name} do not fit its {config} ({key}); download the draft again.</source>
        <translation>{name} 中的权重与其 {config} 不符（{key}）；请重新下载草稿模型。</translation>
    </message>
    <message>
        <source>{name} has no {config}; choose the folder of a whole draft.</source>
        <translation>{name} 没有 {config}；请选择完整草稿模型的文件夹。</translation>
    </message>
    <message>
        <source>{config} in {name} does not describe an EAGLE-3 head; download the file again.</source>
        <translation>{name} 中的 {config} 描述的不是 EAGLE-3 草稿头；请重新下载该文件。</translation>
    </message>
    <message>
        <source>{name} is a draft head of the kind {kind}, which cannot be used here; choose an EAGLE-3 head.</source>
        <translation>{name} 是 {kind} 类草稿头，这里无法使用；请选择 EAGLE-3 草稿头。</translation>
    </message>
    <message>
        <source>{name} is an EAGLE head of an older kind, which cannot be used here; choose an EAGLE-3 head.</source>
        <translation>{name} 是较旧的 EAGLE 草稿头，这里无法使用；请选择 EAGLE-3 草稿头。</translation>
    </message>
    <message>
        <source>{name} has a layer of the kind {layer}, which cannot be used here; choose another EAGLE-3 head.</source>
        <translation>{name} 含有 {layer} 类的层，这里无法使用；请选择其他 EAGLE-3 草稿头。</translation>
    </message>
    <message>
        <source>{name} has attention over a sliding window, which cannot be used here; choose another EAGLE-3 head.</source>
        <translation>{name} 使用滑动窗口注意力，这里无法使用；请选择其他 EAGLE-3 草稿头。</translation>
    </message>
    <message>
        <source>{name} reads the states that enter layers {taps}, and the model has layers 0 to {target_layers}; choose a draft made for this model.</source>
        <translation>{name} 读取进入第 {taps} 层的状态，而模型只有第 0 到 {target_layers} 层；请选择为此模型制作的草稿。</translation>
    </message>
    <message>
        <source>“{name}” holds no tokenizer; choose a GGUF file that includes one.</source>
        <translation>“{name}”不含分词器；请选择带有分词器的 GGUF 文件。</translation>
    </message>
    <message>
        <source>The tokenizer in “{name}” cannot be read; choose a safetensors folder of it instead.</source>
        <translation>无法读取“{name}”中的分词器；请改用其 safetensors 文件夹。</translation>
    </message>
    <message>
        <source>The proxy setting cannot be used ({error}); correct it and try again.</source>
        <translation>代理设置无法使用（{error}）；请改正后重试。</translation>
    </message>
    <message>
        <source>The certificate bundle {bundle} cannot be read; correct PIP_CERT or SSL_CERT_FILE.</source>
        <translation>无法读取证书包 {bundle}；请改正 PIP_CERT 或 SSL_CERT_FILE。</translation>
    </message>
    <message>
        <source>The proxy refused the connection to {host}; check the proxy settings and try again.</source>
        <translation>代理拒绝连接 {host}；请检查代理设置后重试。</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted here; set SSL_CERT_FILE to your organisation&apos;s bundle.</source>
        <translation>本机不信任 {host} 的证书；请将 SSL_CERT_FILE 设为您所在机构的证书包。</translation>
    </message>
    <message>
        <source>{host} cannot be reached; check the network connection and try again.</source>
        <translation>无法连接 {host}；请检查网络连接后重试。</translation>
    </message>
    <message>
        <source>{host} does not answer; check the network connection and try again.</source>
        <translation>{host} 没有响应；请检查网络连接后重试。</translation>
    </message>
    <message>
        <source>The connection to {host} broke off; try again, what has arrived is kept and the rest is fetched then.</source>
        <translation>与 {host} 的连接已中断；请重试，已下载的部分会保留，届时只取剩余部分。</translation>
    </message>
    <message>
        <source>The tokenizer in {name} cannot be read; download its tokenizer files again.</source>
        <translation>无法读取 {name} 中的分词器；请重新下载其分词器文件。</translation>
    </message>
    <message>
        <source>{missing} weights are missing from {name} ({missing2} …); download the model again.</source>
        <translation>{name} 缺少 {missing} 个权重（{missing2} …）；请重新下载模型。</translation>
    </message>
    <message>
        <source>The weights in {name} do not fit its config.json or are damaged; download the model again.</source>
        <translation>{name} 中的权重与其 config.json 不符或已损坏；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} does not fit into the memory of {device}; close other programs or choose a smaller model.</source>
        <translation>{device} 的内存放不下 {name}；请关闭其他程序或选择较小的模型。</translation>
    </message>
    <message>
        <source>The weights in {name} contain numbers that are not finite ({name2}); download the model again or load it as float32.</source>
        <translation>{name} 中的权重含有非有限数值（{name2}）；请重新下载模型，或以 float32 加载。</translation>
    </message>
    <message>
        <source>The tokenizer in {name} has {vocab_size} tokens but the weights know {rows}; copy the tokenizer that belongs to the model.</source>
        <translation>{name} 中的分词器有 {vocab_size} 个 token，而权重只有 {rows} 个；请复制与该模型配套的分词器。</translation>
    </message>
    <message>
        <source>Chats hold {context} of {most} tokens, which is what fits into memory.</source>
        <translation>对话最多容纳 {most} 个 token 中的 {context} 个，这是内存放得下的。</translation>
    </message>
    <message>
        <source>{sentence} Choose another model, or use “slipstream generate --raw”.</source>
        <translation>{sentence}请选择另一个模型，或使用“slipstream generate --raw”。</translation>
    </message>
    <message>
        <source>{sentence} It stands in {file}: correct it there, or put another template beside it as chat_template.jinja; “slipstream generate --raw” does without.</source>
        <translation>{sentence}它位于 {file}：请在那里更正，或把另一个模板以 chat_template.jinja 之名放在旁边；“slipstream generate --raw”则不用模板。</translation>
    </message>
    <message>
        <source>Memory ran out during the reply; close other programs, shorten the chat or choose a smaller model.</source>
        <translation>回复时内存用尽；请关闭其他程序、缩短对话或选择更小的模型。</translation>
    </message>
    <message>
        <source>Memory ran out during the reply: {there} GB are free on {device}, and the model needs up to {needed} GB for {tokens} tokens; close other programs, shorten the chat, or set a smaller context or another draft.</source>
        <translation>回复时内存用尽：{device} 上有 {there} GB 可用，而模型在 {tokens} 个 token 时最多需要 {needed} GB；请关闭其他程序、缩短对话，或设置更小的上下文或另一个草稿。</translation>
    </message>
    <message>
        <source>{name} does not fit into the memory of {device}: it needs about {needed} GB and {there} GB are free; close other programs or choose a smaller model.</source>
        <translation>{name} 放不进 {device} 的内存：约需 {needed} GB，可用 {there} GB；请关闭其他程序或选择更小的模型。</translation>
    </message>
    <message>
        <source>Weights in {quantise} bits need a library that is not installed; get it with “pip install bitsandbytes”, or load the model unquantised.</source>
        <translation>{quantise} 位权重需要一个尚未安装的库；请用“pip install bitsandbytes”安装，或不量化加载该模型。</translation>
    </message>
    <message>
        <source>Its weights are kept in {quantise} bits, which takes less memory; such a model gains less from a draft, because several tokens at once cost it more.</source>
        <translation>其权重以 {quantise} 位保存，占用内存较少；这样的模型从草稿中获益较小，因为同时处理多个 token 的代价更高。</translation>
    </message>
    <message>
        <source>{what} needs {needed} GB of memory but {free} GB are free on {device}; close other programs or choose a smaller model.</source>
        <translation>{what} 需要 {needed} GB 内存，但 {device} 上只有 {free} GB 可用；请关闭其他程序或选择较小的模型。</translation>
    </message>
    <message>
        <source>“{name}” is not a model; choose a model folder or a .gguf file.</source>
        <translation>“{name}”不是模型；请选择模型文件夹或 .gguf 文件。</translation>
    </message>
    <message>
        <source>There is nothing at {path}; choose a model folder or a .gguf file.</source>
        <translation>{path} 处什么都没有；请选择模型文件夹或 .gguf 文件。</translation>
    </message>
    <message>
        <source>{name} holds {files} GGUF files; choose one of them.</source>
        <translation>{name} 中有 {files} 个 GGUF 文件；请选择其中一个。</translation>
    </message>
    <message>
        <source>{name} holds {kind} weights, which are not loaded; choose its unquantised safetensors or a GGUF file.</source>
        <translation>{name} 中是 {kind} 权重，无法加载；请选择其未量化的 safetensors 或 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} has no tokenizer (tokenizer.json); copy the tokenizer files of the model into it.</source>
        <translation>{name} 没有分词器（tokenizer.json）；请把该模型的分词器文件复制进去。</translation>
    </message>
    <message>
        <source>{name} {hint}; choose the folder of a whole model.</source>
        <translation>{name} {hint}；请选择完整模型的文件夹。</translation>
    </message>
    <message>
        <source>{name} in {name2} cannot be read; download the file again.</source>
        <translation>无法读取 {name2} 中的 {name}；请重新下载该文件。</translation>
    </message>
    <message>
        <source>{name} in {name2} is damaged; download the file again.</source>
        <translation>{name2} 中的 {name} 已损坏；请重新下载该文件。</translation>
    </message>
    <message>
        <source>The weights in {name} are pickle files, which can run code when loaded; choose a version of the model with safetensors.</source>
        <translation>{name} 中的权重是 pickle 文件，加载时可能运行代码；请选择带有 safetensors 的版本。</translation>
    </message>
    <message>
        <source>{name} has no weights (model.safetensors); download the model again.</source>
        <translation>{name} 没有权重（model.safetensors）；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} lacks {listed}; download what is missing.</source>
        <translation>{name} 缺少 {listed}；请下载缺少的文件。</translation>
    </message>
    <message>
        <source>Your package index offers another {wheel} {version} than the one this program knows, so it was not fetched; check the index that pip is set to use.</source>
        <translation>您的软件包索引提供的 {wheel} {version} 与程序所知的不同，因此没有下载；请检查 pip 所用的索引。</translation>
    </message>
    <message>
        <source>{name} gives other results in pieces than at once, so its replies would be wrong; choose another model.</source>
        <translation>{name} 分段计算与一次计算的结果不同，回复会出错；请选择其他模型。</translation>
    </message>
    <message>
        <source>{name} keeps its state in a way of its own, which cannot be used here; choose another model.</source>
        <translation>{name} 以自己的方式保存状态，这里无法使用；请选择其他模型。</translation>
    </message>
    <message>
        <source>{name} gives other results here than by itself, so its replies would be wrong; choose another model.</source>
        <translation>{name} 在这里的计算结果与其本身不同，回复会出错；请选择其他模型。</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 to {max_seed}, not {seed}.</source>
        <translation>种子必须是 0 到 {max_seed} 之间的整数，不能是 {seed}。</translation>
    </message>
    <message>
        <source>{name} is built in a way that cannot be used here; choose another model.</source>
        <translation>{name} 的结构这里无法使用；请选择其他模型。</translation>
    </message>
    <message>
        <source>{name} computes attention in a way of its own, which cannot be used here; choose another model.</source>
        <translation>{name} 以自己的方式计算注意力，这里无法使用；请选择其他模型。</translation>
    </message>
    <message>
        <source>{name} must be {limits}, not {value}.</source>
        <translation>{name} 必须是{limits}，不能是 {value}。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong ({kind}).</source>
        <translation>出现意外错误（{kind}）。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong ({kind}); the details are in {log_file}.</source>
        <translation>出现意外错误（{kind}）；详情见 {log_file}。</translation>
    </message>
    <message>
        <source>Slipstream is open already with the chats in {folder} but does not react: close it, or end its process, and start again.</source>
        <translation>Slipstream 已用 {folder} 中的对话打开，但没有响应：请关闭它或结束其进程，再重新启动。</translation>
    </message>
    <message>
        <source>{moved}, and what could be read of it is here: conversations {conversations}, messages {messages}.</source>
        <translation>{moved}，其中能读取的内容都在这里：{conversations} 个对话，{messages} 条消息。</translation>
    </message>
    <message>
        <source>{reason}; it was moved to {aside} and a new chat database was started.</source>
        <translation>{reason}；已将其移到 {aside}，并新建了对话数据库。</translation>
    </message>
    <message>
        <source>{what}; the defaults are used.</source>
        <translation>{what}；现使用默认值。</translation>
    </message>
    <message>
        <source>{what}; the file was moved to {aside} and the defaults are used.</source>
        <translation>{what}；文件已移到 {aside}，现使用默认值。</translation>
    </message>
    <message>
        <source>In the place of the chat database there was a folder, {path}</source>
        <translation>对话数据库的位置上是一个文件夹 {path}</translation>
    </message>
    <message>
        <source>The chat database {path} may not be read</source>
        <translation>无权读取对话数据库 {path}</translation>
    </message>
    <message>
        <source>Top-k must be a whole number from 0 (off) up</source>
        <translation>Top-k 必须是不小于 0 的整数（0 为关闭）</translation>
    </message>
    <message>
        <source>Min tokens must be a whole number from 0 (off) up</source>
        <translation>最少 token 数必须是不小于 0 的整数（0 为关闭）</translation>
    </message>
    <message>
        <source>Logit bias needs token ids, whole numbers from 0 up</source>
        <translation>logit 偏置需要 token 编号，即不小于 0 的整数</translation>
    </message>
    <message>
        <source>Logit bias of token {token}</source>
        <translation>token {token} 的 logit 偏置</translation>
    </message>
    <message>
        <source>Banned sequences need token ids, whole numbers from 0 up</source>
        <translation>禁用序列需要 token 编号，即不小于 0 的整数</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read ({error})</source>
        <translation>无法读取 {path} 中的设置（{error}）</translation>
    </message>
    <message>
        <source>Only a reply can be gone on with; ask for one first.</source>
        <translation>只有回复可以续写；请先提问得到回复。</translation>
    </message>
    <message>
        <source>“{name}” is empty: there is nothing in it to attach.</source>
        <translation>“{name}”是空的：没有可附加的内容。</translation>
    </message>
    <message>
        <source>“{name}” is a folder: attach the files in it.</source>
        <translation>“{name}”是文件夹：请附加其中的文件。</translation>
    </message>
    <message>
        <source>“{name}” is not a file with a text in it.</source>
        <translation>“{name}”不是含有文本的文件。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read ({error}).</source>
        <translation>无法读取“{name}”（{error}）。</translation>
    </message>
    <message>
        <source>“{name}” has {size} MB, and at most {max_bytes} MB can be attached: attach a part of it.</source>
        <translation>“{name}”有 {size} MB，而最多可附加 {max_bytes} MB：请附加其中一部分。</translation>
    </message>
    <message>
        <source>“{name}” is not a text file: only text, Markdown and code can be attached.</source>
        <translation>“{name}”不是文本文件：只能附加文本、Markdown 和代码。</translation>
    </message>
    <message>
        <source>“{name}” is neither UTF-8 nor UTF-16: save it as UTF-8, then attach it.</source>
        <translation>“{name}”既不是 UTF-8 也不是 UTF-16：请另存为 UTF-8 再附加。</translation>
    </message>
    <message>
        <source>This trace does not begin with a request; there is nothing to play.</source>
        <translation>此记录不以请求开头，没有可播放的内容。</translation>
    </message>
    <message>
        <source>A replay has no tokenizer to count with.</source>
        <translation>回放没有可用于计数的分词器。</translation>
    </message>
    <message>
        <source>The pace of a replay is between 0 and 1000, not {speed}.</source>
        <translation>回放速度应在 0 到 1000 之间，不能是 {speed}。</translation>
    </message>
    <message>
        <source>One control round in {control_every} makes no sense; give 0 or 2 up.</source>
        <translation>每 {control_every} 轮一次对照没有意义；请填 0 或不小于 2 的数。</translation>
    </message>
    <message>
        <source>The formula is too long or has characters without a glyph.</source>
        <translation>公式太长，或含有没有字形的字符。</translation>
    </message>
    <message>
        <source>The formula cannot be drawn: {error}</source>
        <translation>无法绘制公式：{error}</translation>
    </message>
    <message>
        <source>The drawing of the formula is too large.</source>
        <translation>公式的图太大。</translation>
    </message>
    <message>
        <source>Sum up our conversation so far, so that it can be continued from your summary alone. Keep names, numbers, decisions, open questions and what I asked for. Write in the language of the conversation.</source>
        <translation>请总结我们到目前为止的对话，使它仅凭您的摘要就能继续下去。保留姓名、数字、决定、未解决的问题和我的要求。请用对话所用的语言书写。</translation>
    </message>
    <message>
        <source>There is a preset “{to}” already: choose another name.</source>
        <translation>已有预设“{to}”：请换一个名称。</translation>
    </message>
    <message>
        <source>The preset “{name}” cannot be renamed: {error}.</source>
        <translation>无法重命名预设“{name}”：{error}。</translation>
    </message>
    <message>
        <source>The preset “{name}” cannot be deleted: {error}.</source>
        <translation>无法删除预设“{name}”：{error}。</translation>
    </message>
    <message>
        <source>{path} is no preset that can be used: {rstrip}.</source>
        <translation>{path} 不是可用的预设：{rstrip}。</translation>
    </message>
    <message>
        <source>The preset cannot be kept in {path}: {error}.</source>
        <translation>无法将预设保存到 {path}：{error}。</translation>
    </message>
    <message>
        <source>The preset cannot be kept: it holds characters that no file can hold.</source>
        <translation>无法保存预设：其中含有文件无法保存的字符。</translation>
    </message>
    <message>
        <source>A preset needs a name of letters or digits.</source>
        <translation>预设的名称要有字母或数字。</translation>
    </message>
    <message>
        <source>{path} is too large for a preset.</source>
        <translation>{path} 太大，不会是预设。</translation>
    </message>
    <message>
        <source>There is no preset {path}: it may have been deleted or renamed.</source>
        <translation>没有预设 {path}：它可能已被删除或重命名。</translation>
    </message>
    <message>
        <source>The preset {path} cannot be read: {error}.</source>
        <translation>无法读取预设 {path}：{error}。</translation>
    </message>
    <message>
        <source>The preset {path} is not a text file in UTF-8.</source>
        <translation>预设 {path} 不是 UTF-8 文本文件。</translation>
    </message>
    <message>
        <source>The preset “{name}” cannot be understood ({why}): mend its file.</source>
        <translation>无法理解预设“{name}”（{why}）：请修正其文件。</translation>
    </message>
    <message>
        <source>A replay has no model to ask.</source>
        <translation>回放没有可提问的模型。</translation>
    </message>
    <message>
        <source>No model is loaded: choose a target in the toolbar, then start the duel.</source>
        <translation>尚未加载模型：请在工具栏选择目标模型，再开始对决。</translation>
    </message>
    <message>
        <source>No model is loaded: choose a target in the toolbar, then start the self-test.</source>
        <translation>没有载入模型：请在工具栏选择目标模型，然后开始自检。</translation>
    </message>
    <message>
        <source>A duel has two or three lanes, not {lanes}.</source>
        <translation>对决有两条或三条赛道，不能是 {lanes} 条。</translation>
    </message>
    <message>
        <source>A duel needs a seed, or its lanes would draw different words.</source>
        <translation>对决需要种子，否则各赛道会选出不同的词。</translation>
    </message>
    <message>
        <source>The duel could not go on. {error}</source>
        <translation>对决无法继续。{error}</translation>
    </message>
    <message>
        <source>The beginning of the reply is damaged.</source>
        <translation>回复的开头已损坏。</translation>
    </message>
    <message>
        <source>There is no event named {name}; the file may be of a newer version.</source>
        <translation>没有名为 {name} 的事件；文件可能来自更新的版本。</translation>
    </message>
    <message>
        <source>The event {name} is incomplete or damaged ({error}).</source>
        <translation>事件 {name} 不完整或已损坏（{error}）。</translation>
    </message>
    <message>
        <source>The event {name} holds a value of a wrong kind.</source>
        <translation>事件 {name} 中有类型错误的值。</translation>
    </message>
    <message>
        <source>There is not enough memory for the draft ({error}); the reply goes on plainly.</source>
        <translation>内存不足，无法载入草稿模型（{error}）；这条回复继续普通解码。</translation>
    </message>
    <message>
        <source>Measuring plain decoding</source>
        <translation>正在测量普通解码</translation>
    </message>
    <message>
        <source>No model is loaded: choose a target in the toolbar, then measure again.</source>
        <translation>没有加载模型：请在工具栏中选择目标模型，再测量一次。</translation>
    </message>
    <message>
        <source>The plain speed could not be measured: the model ended after a few tokens. Ask something with speculation off instead.</source>
        <translation>无法测量普通解码的速度：模型在几个 token 之后就结束了。请改为关闭推测后提一个问题。</translation>
    </message>
    <message>
        <source>The measured plain speed cannot be kept in {file}: {detail}.</source>
        <translation>测得的普通解码速度无法保存到 {file}：{detail}。</translation>
    </message>
    <message>
        <source>The trace {name} does not begin with a request, so it cannot be played.</source>
        <translation>轨迹 {name} 不是以请求开头，因此无法播放。</translation>
    </message>
    <message>
        <source>The trace {name} holds more than one reply; only one can be played.</source>
        <translation>轨迹 {name} 包含不止一条回复；只能播放一条。</translation>
    </message>
    <message>
        <source>The trace {name} goes on after its end; make the trace again.</source>
        <translation>轨迹 {name} 在结束之后还有内容；请重新生成轨迹。</translation>
    </message>
    <message>
        <source>Round {index} of the trace {name} contradicts itself ({error}); make it again.</source>
        <translation>轨迹 {name} 的第 {index} 轮自相矛盾（{error}）；请重新生成。</translation>
    </message>
    <message>
        <source>The text of the trace {name} does not add up: its rounds and its end say different things.</source>
        <translation>轨迹 {name} 的文本对不上：各轮与结尾说的不一样。</translation>
    </message>
    <message>
        <source>The trace {name} has a prompt that was read in no time that makes sense.</source>
        <translation>轨迹 {name} 中读取提示词所用的时间不合理。</translation>
    </message>
    <message>
        <source>The trace {path} cannot be written: {error}.</source>
        <translation>无法写入记录 {path}：{error}。</translation>
    </message>
    <message>
        <source>The trace {path} cannot be read: {error}.</source>
        <translation>无法读取记录 {path}：{error}。</translation>
    </message>
    <message>
        <source>{path} is not a Slipstream trace.</source>
        <translation>{path} 不是 Slipstream 记录。</translation>
    </message>
    <message>
        <source>The trace {path} is too big to be opened: {st_size} MiB, and the most is {most_bytes} MiB.</source>
        <translation>记录 {path} 太大，无法打开：{st_size} MiB，最大为 {most_bytes} MiB。</translation>
    </message>
    <message>
        <source>The trace {path} is empty.</source>
        <translation>记录 {path} 是空的。</translation>
    </message>
    <message>
        <source>Line {number} of the trace {path} cannot be used: {error}</source>
        <translation>记录 {path} 的第 {number} 行无法使用：{error}</translation>
    </message>
    <message>
        <source>{path} is not a Slipstream trace, or was cut in its first line.</source>
        <translation>{path} 不是 Slipstream 记录，或在第一行处被截断。</translation>
    </message>
    <message>
        <source>Line {number} of the trace {path} is damaged; make the trace again.</source>
        <translation>记录 {path} 的第 {number} 行已损坏；请重新生成。</translation>
    </message>
    <message>
        <source>The trace {path} was written by a newer version of Slipstream; update Slipstream.</source>
        <translation>记录 {path} 由更新版本的 Slipstream 写成；请更新 Slipstream。</translation>
    </message>
    <message>
        <source>There is no reply in this chat yet, so there is no trace to save.</source>
        <translation>这个对话还没有回复，没有记录可保存。</translation>
    </message>
    <message>
        <source>This reply is still being written; save its trace when it has ended.</source>
        <translation>这个回复仍在生成；请在结束后保存记录。</translation>
    </message>
    <message>
        <source>No record was kept of how this reply was written, so it has no trace to save.</source>
        <translation>没有保存这个回复的生成过程，因此没有记录可保存。</translation>
    </message>
    <message>
        <source>A head drafts from the hidden states of the model it was trained for and cannot answer by itself.</source>
        <translation>草稿头根据它所训练的模型的隐藏状态起草，自己不能回答。</translation>
    </message>
    <message>
        <source>{name} ({kind}) keeps its state in a way of its own, which cannot be used here.</source>
        <translation>{name}（{kind}）以自己的方式保存状态，在这里无法使用。</translation>
    </message>
    <message>
        <source>{name} is of the kind “{kind}”, which transformers {transformers} does not know.</source>
        <translation>{name} 属于“{kind}”类型，transformers {transformers} 不认识它。</translation>
    </message>
    <message>
        <source>{name} is a draft head of another kind; EAGLE-3 heads can be used here.</source>
        <translation>{name} 是另一种草稿头；这里可以使用 EAGLE-3 草稿头。</translation>
    </message>
    <message>
        <source>“{name}” is one part of several; join them with llama-gguf-split --merge.</source>
        <translation>“{name}”是几个部分之一；请用 llama-gguf-split --merge 合并。</translation>
    </message>
    <message>
        <source>“{name}” is no language model but a file of the kind “{kind}”.</source>
        <translation>“{name}”不是语言模型，而是“{kind}”类型的文件。</translation>
    </message>
    <message>
        <source>{stem} ({architecture}) is not a causal language model.</source>
        <translation>{stem}（{architecture}）不是因果语言模型。</translation>
    </message>
    <message>
        <source>{name} does not say how large its layers are.</source>
        <translation>{name} 没有说明各层的大小。</translation>
    </message>
    <message>
        <source>The downloaded file is not the one that was asked for (its checksum differs) and was deleted; try again, and if it happens again check what stands between you and {source}.</source>
        <translation>下载的文件不是所要的文件（校验和不同），已被删除；请重试，如果再次发生，请检查您与 {source} 之间的连接。</translation>
    </message>
    <message>
        <source>{host} refuses access to the file ({code}); check the login of {source}.</source>
        <translation>{host} 拒绝访问该文件（{code}）；请检查 {source} 的登录。</translation>
    </message>
    <message>
        <source>{host} no longer has the file ({code}); try again, or check {source}.</source>
        <translation>{host} 已没有该文件（{code}）；请重试，或检查 {source}。</translation>
    </message>
    <message>
        <source>{hostname} offers a file of {total} bytes where {size} are expected; check {source}.</source>
        <translation>{hostname} 提供的文件为 {total} 字节，而应为 {size} 字节；请检查 {source}。</translation>
    </message>
    <message>
        <source>{host} answered what is no description of a model; check HF_ENDPOINT.</source>
        <translation>{host} 的应答不是模型的描述；请检查 HF_ENDPOINT。</translation>
    </message>
    <message>
        <source>The makers of {repo} ask for your agreement first: accept their terms at {endpoint}/{repo2}, and give a token of your account.</source>
        <translation>{repo} 的作者要求先征得您的同意：请在 {endpoint}/{repo2} 接受其条款，并提供您帐户的访问令牌（token）。</translation>
    </message>
    <message>
        <source>{repo} has no revision “{revision}”; leave it out or correct it.</source>
        <translation>{repo} 没有修订版本“{revision}”；请省略或更正。</translation>
    </message>
    <message>
        <source>{host} has no model {repo}, or shows it only with a token; check the name.</source>
        <translation>{host} 没有模型 {repo}，或仅凭访问令牌（token） 显示；请检查名称。</translation>
    </message>
    <message>
        <source>{host} refuses access to {repo} ({code}); give a token of an account that may read it.</source>
        <translation>{host} 拒绝访问 {repo}（{code}）；请提供有权读取它的帐户的访问令牌（token）。</translation>
    </message>
    <message>
        <source>{host} was asked too often ({code}); wait a few minutes and try again.</source>
        <translation>对 {host} 的请求过于频繁（{code}）；请等几分钟再试。</translation>
    </message>
    <message>
        <source>{host} answered {code} instead of describing {repo}; try again later.</source>
        <translation>{host} 应答 {code}，没有描述 {repo}；请稍后重试。</translation>
    </message>
    <message>
        <source>The hub gives no checksum for {name} of {repo}; choose another model.</source>
        <translation>模型中心没有给出 {repo} 的 {name} 的校验和；请选择其他模型。</translation>
    </message>
    <message>
        <source>{repo} has no file {file}; it has {sizes}.</source>
        <translation>{repo} 没有文件 {file}；它有 {sizes}。</translation>
    </message>
    <message>
        <source>{repo} has weights but no config.json; choose another version of the model.</source>
        <translation>{repo} 有权重但没有 config.json；请选择该模型的其他版本。</translation>
    </message>
    <message>
        <source>{repo} holds GGUF files; name one of them: {repo2}:{ggufs}.</source>
        <translation>{repo} 包含 GGUF 文件；请指定其中一个：{repo2}:{ggufs}。</translation>
    </message>
    <message>
        <source>{repo} has its weights as pickle files only, which can run code when loaded; choose a version with safetensors.</source>
        <translation>{repo} 的权重只有 pickle 文件，加载时可能运行代码；请选择带有 safetensors 的版本。</translation>
    </message>
    <message>
        <source>{repo} holds no weights that can be loaded here; choose another version of the model.</source>
        <translation>{repo} 没有可在此加载的权重；请选择该模型的其他版本。</translation>
    </message>
    <message>
        <source>“{strip}” names no model of the hub; write owner/name, and owner/name:file.gguf for one of several GGUF files.</source>
        <translation>“{strip}”不是模型中心的模型名称；请写成 owner/name，若是多个 GGUF 文件之一则写成 owner/name:file.gguf。</translation>
    </message>
    <message>
        <source>{name} lies at {path} and belongs to another program; delete it there.</source>
        <translation>{name} 位于 {path}，属于其他程序；请在那里删除。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template has a mistake</source>
        <translation>模型的对话模板有错误</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long</source>
        <translation>模型的对话模板太长</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is nested too deeply</source>
        <translation>模型的对话模板嵌套过深</translation>
    </message>
    <message>
        <source>{what} needs {needed} GB of memory but {free} GB are free on {device}; it would fit with {change}.</source>
        <translation>{what} 需要 {needed} GB 内存，但 {device} 上只有 {free} GB 可用；改用{change}即可放下。</translation>
    </message>
    <message>
        <source>Loading the draft</source>
        <translation>正在加载草稿</translation>
    </message>
    <message>
        <source>Memory is tight: {peak} GB of the {free} GB that were free on {device} may be needed.</source>
        <translation>内存紧张：{device} 上原有 {free} GB 可用，可能需要其中的 {peak} GB。</translation>
    </message>
    <message>
        <source>The download of {repo} failed ({name}); try again.</source>
        <translation>下载 {repo} 失败（{name}）；请重试。</translation>
    </message>
    <message>
        <source>{name} was trained for {verifier}, not for {target}.</source>
        <translation>{name} 是为 {verifier} 训练的，不适用于 {target}。</translation>
    </message>
    <message>
        <source>The trace {name} does not hold its prompt, so no token can be scored; save it with its prompt.</source>
        <translation>记录 {name} 不含提示词，因此无法给任何 token 打分；请连同提示词一起保存。</translation>
    </message>
    <message>
        <source>The trace {name} holds text without its tokens, so nothing can be scored.</source>
        <translation>记录 {name} 只有文字而没有 token，因此无法打分。</translation>
    </message>
    <message>
        <source>The prompt of the trace {name} reads differently with {name2}; choose the model that wrote it.</source>
        <translation>用 {name2} 读取记录 {name} 的提示词，结果不同；请选择写下它的模型。</translation>
    </message>
    <message>
        <source>The trace {name} says {verifier} at temperature {temperature}, which contradicts itself.</source>
        <translation>记录 {name} 写着温度 {temperature} 下的 {verifier}，自相矛盾。</translation>
    </message>
    <message>
        <source>The trace {name} was written in {dtype} and the model runs in {dtype2} here, whose numbers are others; load it in {dtype3}.</source>
        <translation>记录 {name} 是以 {dtype} 写下的，而模型在这里以 {dtype2} 运行，数值不同；请以 {dtype3} 加载。</translation>
    </message>
    <message>
        <source>The trace {name} has tokens that {name2} does not know; choose the model that wrote it.</source>
        <translation>记录 {name} 含有 {name2} 不认识的 token；请选择写下它的模型。</translation>
    </message>
    <message>
        <source>The prompt of the trace {name} had {before} tokens and has {length} with {name2}; choose the model that wrote it.</source>
        <translation>记录 {name} 的提示词原有 {before} 个 token，用 {name2} 则有 {length} 个；请选择写下它的模型。</translation>
    </message>
    <message>
        <source>The trace {name} has {total} tokens with its prompt, and {name2} holds {context_limit}; choose the model that wrote it.</source>
        <translation>记录 {name} 连同提示词有 {total} 个 token，而 {name2} 只能容纳 {context_limit} 个；请选择写下它的模型。</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so it cannot say which tokens are its own; its weights may be damaged.</source>
        <translation>模型给出了非有限的数值，因此无法判断哪些 token 是它自己的；其权重可能已损坏。</translation>
    </message>
    <message>
        <source>No model is loaded: choose the trace&apos;s model in the toolbar, then verify again.</source>
        <translation>没有加载模型：请在工具栏中选择这份记录的模型，然后再次验证。</translation>
    </message>
    <message>
        <source>Prompt lookup runs no model: it copies what followed the same words before, so that it costs next to nothing and goes with every target.</source>
        <translation>提示词查找不运行模型：它复制同样的词以前的后文，因此几乎没有开销，并适用于任何目标模型。</translation>
    </message>
    <message>
        <source>Suffix drafting runs no model: it takes what most often followed the same words before.</source>
        <translation>后缀匹配不运行模型：它选用以前同样的词之后最常见的内容。</translation>
    </message>
    <message>
        <source>Nothing drafts: this is plain decoding.</source>
        <translation>没有草稿：这就是普通解码。</translation>
    </message>
    <message>
        <source>What is computed runs on {device} in {dtype}.</source>
        <translation>计算在 {device} 上以 {dtype} 进行。</translation>
    </message>
    <message>
        <source>The first {argument} of the {layers} layers of {name} draft, in the same tokens and without weights of their own.</source>
        <translation>由 {name} 的 {layers} 层中的前 {argument} 层写草稿，使用同样的 token，没有自己的权重。</translation>
    </message>
    <message>
        <source>More than half of the layers draft, so that little can be gained.</source>
        <translation>写草稿的层超过一半，因此收益很小。</translation>
    </message>
    <message>
        <source>{name} is there and whole: {said}.</source>
        <translation>{name} 存在且完整：{said}。</translation>
    </message>
    <message>
        <source>{what} may need {peak} GB of memory at {context} tokens, and {free} GB are there on {device}.</source>
        <translation>{what} 在 {context} 个 token 时可能需要 {peak} GB 内存，{device} 上有 {free} GB 可用。</translation>
    </message>
    <message>
        <source>The draft is the target itself: every draft costs as much as a token of {name}, so nothing can be gained; choose a smaller model.</source>
        <translation>草稿模型就是目标模型本身：每个草稿的开销与 {name} 的一个 token 相同，因此不会有收益；请选择更小的模型。</translation>
    </message>
    <message>
        <source>The tokenizer of {name} has {tokens} tokens and its weights know {rows}; the last ones are never written.</source>
        <translation>{name} 的分词器有 {tokens} 个 token，而权重只认识 {rows} 个；最后几个永远不会被写出。</translation>
    </message>
    <message>
        <source>{name} has {tokens} tokens; its weights are padded to {rows}, and what is beyond the tokens is never chosen.</source>
        <translation>{name} 有 {tokens} 个 token；其权重补齐到 {rows} 个，超出 token 的部分永远不会被选中。</translation>
    </message>
    <message>
        <source>{name} has {tokens} tokens, and its weights know as many.</source>
        <translation>{name} 有 {tokens} 个 token，权重认识的也一样多。</translation>
    </message>
    <message>
        <source>Both have the same tokens: {shared} ids mean the same to both.</source>
        <translation>两者的 token 相同：{shared} 个编号对两者含义一致。</translation>
    </message>
    <message>
        <source>The tokenizers differ, so {name} drafts in tokens of its own, of which it shares {shared} with {name2}; fewer drafts stand. {shared2}</source>
        <translation>分词器不同，因此 {name} 用自己的 token 起草，其中 {shared} 个与 {name2} 共有；能留下的草稿较少。{shared2}</translation>
    </message>
    <message>
        <source>Their special tokens differ ({listed}); the draft reads the text in its own.</source>
        <translation>它们的特殊 token 不同（{listed}）；草稿模型用自己的特殊 token 读文字。</translation>
    </message>
    <message>
        <source>Their special tokens are the same: {listed}.</source>
        <translation>它们的特殊 token 相同：{listed}。</translation>
    </message>
    <message>
        <source>{name} names no token that ends a reply, so its replies go on to the limit of tokens.</source>
        <translation>{name} 没有指明结束回复的 token，因此回复会一直写到 token 上限。</translation>
    </message>
    <message>
        <source>Both end a reply with {ours}.</source>
        <translation>两者都用 {ours} 结束回复。</translation>
    </message>
    <message>
        <source>{name} ends a reply with {ours} and {name2} with {theirs}; the target decides, and the last drafts of a reply may be wasted.</source>
        <translation>{name} 用 {ours} 结束回复，{name2} 用 {theirs}；由目标模型决定，回复最后的草稿可能白费。</translation>
    </message>
    <message>
        <source>{name} has a chat template.</source>
        <translation>{name} 有对话模板。</translation>
    </message>
    <message>
        <source>{name} has no chat template, as models have that were not made for chats; the turns are written as plain lines.</source>
        <translation>{name} 没有对话模板，与不是为对话而做的模型一样；各轮对话按普通的行写出。</translation>
    </message>
    <message>
        <source>The target holds {context_limit} tokens and the draft {context_limit2}.</source>
        <translation>目标模型容纳 {context_limit} 个 token，草稿模型容纳 {context_limit2} 个。</translation>
    </message>
    <message>
        <source>The target holds {context_limit} tokens and the draft only {context_limit2}: what a chat has beyond these is decoded plainly.</source>
        <translation>目标模型容纳 {context_limit} 个 token，草稿模型只容纳 {context_limit2} 个：对话超出的部分按普通方式解码。</translation>
    </message>
    <message>
        <source>Both can take back what was read of a rejected draft.</source>
        <translation>两者都能撤回为被拒绝的草稿读入的内容。</translation>
    </message>
    <message>
        <source>{name} cannot use a draft. {plain_only}</source>
        <translation>{name} 不能使用草稿。{plain_only}</translation>
    </message>
    <message>
        <source>It reads {target_hidden_size} numbers a state, as many as {name} has, from what enters the layers {taps} of {num_hidden_layers}.</source>
        <translation>它读取的每个状态有 {target_hidden_size} 个数，与 {name} 一致，取自进入第 {taps} 层（共 {num_hidden_layers} 层）的内容。</translation>
    </message>
    <message>
        <source>It drafts {draft_vocab_size} of the {vocab_size} tokens of {name}.</source>
        <translation>它的草稿可用 {name} 的 {vocab_size} 个 token 中的 {draft_vocab_size} 个。</translation>
    </message>
    <message>
        <source>The head does not say which model it was trained for; its sizes fit {target}.</source>
        <translation>此草稿头没有说明是为哪个模型训练的；其尺寸适合 {target}。</translation>
    </message>
    <message>
        <source>The head was trained for {verifier}, which is the target.</source>
        <translation>此草稿头是为 {verifier} 训练的，也就是目标模型。</translation>
    </message>
    <message>
        <source>The head was trained for {verifier} and the target is called {target}: if these are two models, few drafts will stand.</source>
        <translation>此草稿头是为 {verifier} 训练的，而目标模型名为 {target}：如果这是两个模型，能留下的草稿会很少。</translation>
    </message>
    <message>
        <source>This draft does not draft, so nothing can be measured. {why}</source>
        <translation>此草稿不起草，因此无法测量。{why}</translation>
    </message>
    <message>
        <source>The replies ended after a few tokens, so nothing could be measured; choose another target.</source>
        <translation>回复在几个 token 后就结束了，因此无法测量；请选择其他目标模型。</translation>
    </message>
    <message>
        <source>The pair could not be measured. {error}</source>
        <translation>无法测量这一对模型。{error}</translation>
    </message>
    <message>
        <source>Measuring the pair</source>
        <translation>正在测量这一对模型</translation>
    </message>
    <message>
        <source>Cost ratio c = {cost_ratio}: a draft step takes {draft_step_s} ms, a plain step {plain_s} ms.</source>
        <translation>开销比 c = {cost_ratio}：一步草稿用时 {draft_step_s} 毫秒，一步普通解码 {plain_s} 毫秒。</translation>
    </message>
    <message>
        <source>A pass of the target, by the rows it verifies: {passes}.</source>
        <translation>目标模型一次前向的用时，按检验的行数：{passes}。</translation>
    </message>
    <message>
        <source>Nothing was drafted on these prompts.</source>
        <translation>在这些提示词上没有产生草稿。</translation>
    </message>
    <message>
        <source>Acceptance {acceptance} on {prompts} prompts at temperature {temperature} ({rates} to {rates2}), {tokens_per_round} tokens a round.</source>
        <translation>在 {prompts} 个提示词上、温度 {temperature} 时接受率为 {acceptance}（{rates} 到 {rates2}），每轮 {tokens_per_round} 个 token。</translation>
    </message>
    <message>
        <source>Measured on these prompts: {speedup} times plain decoding, {tokens_per_s} against {plain_tokens_per_s} tokens/s.</source>
        <translation>在这些提示词上实测：普通解码的 {speedup} 倍，{tokens_per_s} 对 {plain_tokens_per_s} token/秒。</translation>
    </message>
    <message>
        <source>Predicted from these costs: {gain} times plain decoding with k = {k}, the best.</source>
        <translation>由这些开销预测：k = {k} 最好，为普通解码的 {gain} 倍。</translation>
    </message>
    <message>
        <source>Predicted from these costs: {now} times plain decoding with trees as here.</source>
        <translation>由这些开销预测：用这样的树，为普通解码的 {now} 倍。</translation>
    </message>
    <message>
        <source>Recommended: try it on texts that repeat themselves; nothing is known of it here.</source>
        <translation>建议：在有重复内容的文字上试用；在这里还一无所知。</translation>
    </message>
    <message>
        <source>Recommended: no draft, because this one gains nothing that could be felt.</source>
        <translation>建议：不用草稿，因为这个草稿没有能感觉到的收益。</translation>
    </message>
    <message>
        <source>Recommended: k = auto, with which this draft makes trees.</source>
        <translation>建议：k = 自动，此草稿会由此生成树。</translation>
    </message>
    <message>
        <source>Recommended: k = {k}.</source>
        <translation>建议：k = {k}。</translation>
    </message>
    <message>
        <source>A plan of the reply is damaged.</source>
        <translation>回复的一个计划已损坏。</translation>
    </message>
    <message>
        <source>The catalogue of models cannot be read; install the program again.</source>
        <translation>无法读取模型目录；请重新安装程序。</translation>
    </message>
    <message>
        <source>The catalogue of models is damaged ({error}).</source>
        <translation>模型目录已损坏（{error}）。</translation>
    </message>
    <message>
        <source>The catalogue of models names a model twice.</source>
        <translation>模型目录中有一个模型出现了两次。</translation>
    </message>
    <message>
        <source>The catalogue’s entry “{name}” is damaged ({error}).</source>
        <translation>模型目录的条目“{name}”已损坏（{error}）。</translation>
    </message>
    <message>
        <source>The catalogue’s pair “{name}” is damaged ({error}).</source>
        <translation>模型目录的组合“{name}”已损坏（{error}）。</translation>
    </message>
    <message>
        <source>Identity: greedy, exact shape</source>
        <translation>一致性：贪心，精确形状</translation>
    </message>
    <message>
        <source>Identity: coupled, exact shape</source>
        <translation>一致性：耦合，精确形状</translation>
    </message>
    <message>
        <source>Identity: greedy, free shapes</source>
        <translation>一致性：贪心，自由形状</translation>
    </message>
    <message>
        <source>{name} in {name2} is cut short or damaged; delete it and download it again.</source>
        <translation>{name2} 中的 {name} 不完整或已损坏；请删除后重新下载。</translation>
    </message>
    <message>
        <source>a whole number from {low} to {high}</source>
        <translation>{low} 到 {high} 之间的整数</translation>
    </message>
    <message>
        <source>The package index cannot be reached; check the network, proxy and certificates and try again.</source>
        <translation>无法连接软件包索引；请检查网络、代理和证书后重试。</translation>
    </message>
    <message>
        <source>The package index answered {status_code} for {name}; try again later or set PIP_INDEX_URL.</source>
        <translation>软件包索引对 {name} 返回了 {status_code}；请稍后重试，或设置 PIP_INDEX_URL。</translation>
    </message>
    <message>
        <source>The package index does not speak the JSON interface; set PIP_INDEX_URL to one that does.</source>
        <translation>软件包索引不支持 JSON 接口；请将 PIP_INDEX_URL 设为支持的索引。</translation>
    </message>
    <message>
        <source>The package index has no wheel of {name} {version}; set PIP_INDEX_URL to one that has.</source>
        <translation>软件包索引中没有 {name} {version} 的 wheel；请将 PIP_INDEX_URL 设为含有它的索引。</translation>
    </message>
    <message>
        <source>{name} needs Python code that comes with the model, which is never run here; choose a model that transformers knows by itself.</source>
        <translation>{name} 需要运行模型自带的 Python 代码，而这里从不运行这类代码；请选择 transformers 本身支持的模型。</translation>
    </message>
    <message>
        <source>{name} is of the kind “{kind}”, which transformers {version} does not know; choose another model.</source>
        <translation>{name} 属于“{kind}”类，transformers {version} 不支持；请选择其他模型。</translation>
    </message>
    <message>
        <source>{name} ({kind}) is not a causal language model; choose a model made for text generation.</source>
        <translation>{name}（{kind}）不是因果语言模型；请选择用于文本生成的模型。</translation>
    </message>
    <message>
        <source>{name} ({model_type}) keeps its state in a way of its own, which cannot be used here; choose another model.</source>
        <translation>{name}（{model_type}）以自己的方式保存状态，这里无法使用；请选择其他模型。</translation>
    </message>
    <message>
        <source>The tokenizer of {name} is of the slow kind, which Slipstream cannot stream from; use a copy of the model with a tokenizer.json file.</source>
        <translation>{name} 的分词器是慢速版本，Slipstream 无法用它流式输出；请使用带有 tokenizer.json 文件的模型。</translation>
    </message>
    <message>
        <source>The tokens of this tokenizer have no bytes of their own.</source>
        <translation>此分词器的 token 没有各自的字节。</translation>
    </message>
    <message>
        <source>The conversation has far more than the {limit} tokens this model holds, the reply included; shorten the message or start a new chat.</source>
        <translation>对话远超此模型能容纳的 {limit} 个 token（含回复）；请缩短消息或新建对话。</translation>
    </message>
    <message>
        <source>{path} has no tokenizer; a model folder needs a tokenizer.json file.</source>
        <translation>{path} 没有分词器；模型文件夹需要有 tokenizer.json 文件。</translation>
    </message>
    <message>
        <source>The tokenizer of {name} cannot be read ({rstrip}); fetch the model again.</source>
        <translation>无法读取 {name} 的分词器（{rstrip}）；请重新获取模型。</translation>
    </message>
    <message>
        <source>This model decodes plainly: its attention cannot be computed here in the way that several drafts at once need.</source>
        <translation>此模型只能普通解码：这里无法按同时检验多个草稿所需的方式计算其注意力。</translation>
    </message>
    <message>
        <source>This model decodes plainly: what its {what} layers remember cannot be rolled back when a draft is rejected.</source>
        <translation>此模型只能普通解码：草稿被拒绝时，其 {what} 层记住的内容无法回退。</translation>
    </message>
    <message>
        <source>This model decodes plainly: it computes attention in a way of its own, in which several drafts cannot be verified at once.</source>
        <translation>此模型只能普通解码：它以自己的方式计算注意力，无法同时检验多个草稿。</translation>
    </message>
    <message>
        <source>The banned tokens leave nothing to draw: every token of the model is one or ends a banned sequence; ban fewer.</source>
        <translation>禁用 token 后已没有可选的 token：模型的每个 token 都被禁用或会完成一个禁用序列；请减少禁用项。</translation>
    </message>
    <message>
        <source>This model has layers of the kind {unknown}, whose state cannot be rolled back; choose a model with attention layers only.</source>
        <translation>此模型含有 {unknown} 类的层，其状态无法回退；请选择只有注意力层的模型。</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite at token {depth}, so the reply ends here; its weights may be damaged, or the data type too small for it: try float32.</source>
        <translation>模型在第 {depth} 个 token 处产生了非有限数值，回复到此结束；可能是权重已损坏，或数据类型的范围太小：请试试 float32。</translation>
    </message>
    <message>
        <source>The draft model holds {limit} tokens and this conversation has reached them, so the rest is decoded plainly.</source>
        <translation>草稿模型只能容纳 {limit} 个 token，此对话已达到，其余部分改为普通解码。</translation>
    </message>
    <message>
        <source>The text has a token ({tokens}) that the draft model does not know, so the rest is decoded plainly.</source>
        <translation>文本中有草稿模型不认识的 token（{tokens}），其余部分改为普通解码。</translation>
    </message>
    <message>
        <source>The draft produced numbers that are not finite again and again, so the rest is decoded plainly; its weights may be damaged.</source>
        <translation>草稿反复产生非有限数值，其余部分改为普通解码；其权重可能已损坏。</translation>
    </message>
    <message>
        <source>Its positions are encoded in a way that changes with the length of the text ({kind}), which cannot be used here; choose another draft.</source>
        <translation>其位置编码随文本长度变化（{kind}），这里无法使用；请选择其他草稿。</translation>
    </message>
    <message>
        <source>Token {unknown} in the logit bias or the bans is not one of the model&apos;s {vocab_size} tokens.</source>
        <translation>logit 偏置或禁用项中的 token {unknown} 不在模型的 {vocab_size} 个 token 之中。</translation>
    </message>
    <message>
        <source>Logit bias names token {token} twice; give it once.</source>
        <translation>logit 偏置中 token {token} 出现了两次；请只写一次。</translation>
    </message>
    <message>
        <source>Banned sequences need at least one token each.</source>
        <translation>每个禁用序列至少要有一个 token。</translation>
    </message>
    <message>
        <source>The conversation has {prompt} tokens and this model holds {limit}, the reply included; shorten the message or start a new chat.</source>
        <translation>对话有 {prompt} 个 token，而此模型只能容纳 {limit} 个（含回复）；请缩短消息或新建对话。</translation>
    </message>
    <message>
        <source>This model has {layers} layers; choose from 1 to {layers2} of them to draft, not {count}.</source>
        <translation>此模型有 {layers} 层；请选择其中 1 到 {layers2} 层产生草稿，不能是 {count}。</translation>
    </message>
    <message>
        <source>This model&apos;s attention uses {name}, which Slipstream cannot compute yet; choose another model.</source>
        <translation>此模型的注意力使用 {name}，Slipstream 还无法计算；请选择其他模型。</translation>
    </message>
    <message>
        <source>The rejection verifier cannot check a draft tree; choose the coupled verifier or temperature 0.</source>
        <translation>拒绝采样不能检验草稿树；请选择耦合采样或将温度设为 0。</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be understood ({error}): mend it and save it again; until then nothing has changed.</source>
        <translation>无法理解设置文件 {path}（{error}）：请修正后重新保存；在此之前设置没有变化。</translation>
    </message>
    <message>
        <source>The settings cannot be saved in {path}: {error}.</source>
        <translation>无法将设置保存到 {path}：{error}。</translation>
    </message>
    <message>
        <source>The settings cannot be saved in {path}: one holds characters that no file can hold.</source>
        <translation>无法将设置保存到 {path}：其中一项含有文件无法保存的字符。</translation>
    </message>
    <message>
        <source>The setting {section}.{name} in {path} must be {expected}, not {value}; {default} is used.</source>
        <translation>{path} 中的设置 {section}.{name} 必须是{expected}，不能是 {value}；现改用 {default}。</translation>
    </message>
    <message>
        <source>Not everything could be deleted. Still there: {named}. Delete this yourself.</source>
        <translation>未能全部删除。仍然存在：{named}。请自行删除。</translation>
    </message>
    <message>
        <source>The reply was stopped before it began.</source>
        <translation>回复在开始之前就被停止了。</translation>
    </message>
    <message>
        <source>No model is loaded: choose a target in the toolbar, then send again.</source>
        <translation>尚未加载模型：请在工具栏选择目标模型，再重新发送。</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>窗口的颜色。</translation>
    </message>
    <message>
        <source>Text size (percent)</source>
        <translation>文字大小（百分比）</translation>
    </message>
    <message>
        <source>Of the chat and the message field; Ctrl and + or − change it.</source>
        <translation>对话和消息输入框的文字大小；用 Ctrl 加 + 或 − 调整。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language of the window; the command line speaks English.</source>
        <translation>窗口的语言；命令行只有英文。</translation>
    </message>
    <message>
        <source>Origin marks</source>
        <translation>来源标记</translation>
    </message>
    <message>
        <source>Shows on every word whether it was drafted, corrected or plain.</source>
        <translation>在每个词上标出它来自草稿、修正还是普通解码。</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Shows the list of chats at the left.</source>
        <translation>在左侧显示对话列表。</translation>
    </message>
    <message>
        <source>Instruments</source>
        <translation>仪表盘</translation>
    </message>
    <message>
        <source>Shows speed and acceptance at the right.</source>
        <translation>在右侧显示速度和接受率。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Preset of new chats</source>
        <translation>新对话的预设</translation>
    </message>
    <message>
        <source>Chosen in Chat Settings, where presets are kept.</source>
        <translation>在“对话设置”中选择，预设也在那里管理。</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>由模型拟标题</translation>
    </message>
    <message>
        <source>After the first reply the model makes a short title; without, it is your words.</source>
        <translation>首条回复之后由模型拟一个简短的标题；关闭时使用您的原话。</translation>
    </message>
    <message>
        <source>Model at the start</source>
        <translation>启动时的模型</translation>
    </message>
    <message>
        <source>A model folder, a GGUF file or the word starter; loading another model changes it.</source>
        <translation>模型文件夹、GGUF 文件，或单词 starter；加载其他模型后会随之改变。</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Besides the program&apos;s own and Hugging Face&apos;s: one a line, \\ for \.</source>
        <translation>除程序自己的和 Hugging Face 的之外：每行一个，用 \\ 表示 \。</translation>
    </message>
    <message>
        <source>Where the model is</source>
        <translation>与模型相同</translation>
    </message>
    <message>
        <source>Device of the draft</source>
        <translation>草稿的设备</translation>
    </message>
    <message>
        <source>Where a draft model runs; a trained head is where the model is.</source>
        <translation>草稿模型在哪里运行；训练好的草稿头与模型在同一设备。</translation>
    </message>
    <message>
        <source>As in the number format</source>
        <translation>与数字格式相同</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Fewer bits take less memory, but such a model gains less from a draft; bitsandbytes or torchao must be installed.</source>
        <translation>位数越少占用内存越少，但这样的模型从草稿中获益较小；须安装 bitsandbytes 或 torchao。</translation>
    </message>
    <message>
        <source>What fits into memory</source>
        <translation>内存放得下的</translation>
    </message>
    <message>
        <source>Largest context (tokens)</source>
        <translation>最大上下文（token）</translation>
    </message>
    <message>
        <source>The most a chat may hold; never more than the model was made for.</source>
        <translation>一个对话最多能容纳的 token ；不会超过模型本身的上限。</translation>
    </message>
    <message>
        <source>Decodes one round in six plainly, later one in twenty and fewer, so that each reply shows how much the draft gains; each costs less than one plain step.</source>
        <translation>起初每六轮中有一轮普通解码，之后每二十轮一轮或更少，让每条回复都显示草稿带来的收益；每一轮的代价不到普通解码的一步。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Processor (cpu)</source>
        <translation>处理器（cpu）</translation>
    </message>
    <message>
        <source>NVIDIA graphics card (cuda)</source>
        <translation>NVIDIA 显卡（cuda）</translation>
    </message>
    <message>
        <source>Apple graphics (mps)</source>
        <translation>Apple 显卡（mps）</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Where the model runs.</source>
        <translation>模型在哪里运行。</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>How weights are held: 16 bits take half the memory of 32.</source>
        <translation>权重的存放格式：16 位占用的内存是 32 位的一半。</translation>
    </message>
    <message>
        <source>Speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Whether a draft guesses ahead of the model.</source>
        <translation>是否由草稿抢在模型之前猜测。</translation>
    </message>
    <message>
        <source>Trained head</source>
        <translation>训练的草稿头</translation>
    </message>
    <message>
        <source>Prompt lookup</source>
        <translation>提示词查找</translation>
    </message>
    <message>
        <source>Suffix</source>
        <translation>后缀匹配</translation>
    </message>
    <message>
        <source>Layer skip</source>
        <translation>跳层</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>无草稿</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Who guesses when the mode is speculative; the model only checks.</source>
        <translation>推测模式下由谁猜测；模型只负责检验。</translation>
    </message>
    <message>
        <source>Drafts in a round (k)</source>
        <translation>每轮草稿数（k）</translation>
    </message>
    <message>
        <source>Automatic leaves it to the program; a number is kept exactly.</source>
        <translation>“自动”由程序决定；填数字则严格照办。</translation>
    </message>
    <message>
        <source>Rejection</source>
        <translation>拒绝采样</translation>
    </message>
    <message>
        <source>Coupled</source>
        <translation>耦合采样</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>验证方式</translation>
    </message>
    <message>
        <source>Rejection accepts the most drafts; coupled gives the plain reply of the same seed. Both keep the model’s own odds.</source>
        <translation>拒绝采样接受的草稿最多；耦合采样得到与同一种子的普通回复相同的结果。两者都保持模型自身的概率。</translation>
    </message>
    <message>
        <source>Control rounds</source>
        <translation>对照轮</translation>
    </message>
    <message>
        <source>Shadow audition</source>
        <translation>影子试演</translation>
    </message>
    <message>
        <source>While you pause, tries other drafts on the chat’s finished replies; takes a quarter of the processor’s time.</source>
        <translation>在您停下来时，用对话中已完成的回复试验其他草稿；占用四分之一的处理器时间。</translation>
    </message>
    <message>
        <source>Record distributions</source>
        <translation>记录概率分布</translation>
    </message>
    <message>
        <source>Keeps for every token what target and draft found likeliest; replies get slower, chats larger.</source>
        <translation>为每个 token 保存目标模型和草稿认为最可能的词；回复会变慢，对话会变大。</translation>
    </message>
    <message>
        <source>New for each reply</source>
        <translation>每条回复重新选取</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>A fixed seed makes the same reply again; empty draws one each time.</source>
        <translation>种子固定时会再次得到同样的回复；留空则每次重新选取。</translation>
    </message>
    <message>
        <source>Longest reply (tokens)</source>
        <translation>回复长度上限（token）</translation>
    </message>
    <message>
        <source>A reply ends after this many tokens, if it has not ended before.</source>
        <translation>回复达到这么多 token 时结束，除非此前已经结束。</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>停止字符串</translation>
    </message>
    <message>
        <source>A reply ends before any of these: one a line, \n for a line break, \\ for \.</source>
        <translation>回复会在出现其中任何一个之前结束：每行一个，\n 表示换行，\\ 表示 \。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token; higher is more varied.</source>
        <translation>0 总是取概率最高的 token；越高越多样。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Keeps the likeliest tokens up to this share; 1 keeps all.</source>
        <translation>只保留累计概率达到此值的最可能的 token；1 为全部保留。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Keeps this many of the likeliest tokens; 0 keeps all.</source>
        <translation>只保留这么多个最可能的 token；0 为全部保留。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the likeliest one; 0 drops none.</source>
        <translation>舍去概率低于最高者这一比例的 token；0 为不舍去。</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Keeps tokens about as surprising as expected; 1 keeps all.</source>
        <translation>保留意外程度接近预期的 token；1 为全部保留。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Above 1, what prompt and reply hold already gets rarer; 1 is off.</source>
        <translation>大于 1 时，提示词和回复中已有的内容会更少出现；1 为关闭。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Above 0, a token gets rarer each time the reply uses it; 0 is off.</source>
        <translation>大于 0 时，回复每用一次某个 token，它就更少出现；0 为关闭。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Above 0, a token the reply has used once gets rarer; 0 is off.</source>
        <translation>大于 0 时，回复用过一次的 token 会更少出现；0 为关闭。</translation>
    </message>
    <message>
        <source>Your Data</source>
        <translation>您的数据</translation>
    </message>
    <message>
        <source>Everything stays on this machine. Nothing is sent anywhere; models are only fetched.</source>
        <translation>一切都留在本机。不会向任何地方发送任何内容；只会下载模型。</translation>
    </message>
    <message>
        <source>Forget Everything deletes all chats, settings and what the window remembers, after asking once more. The program then is as at its first start.</source>
        <translation>“清除所有数据”会再次询问，然后删除所有对话、设置以及窗口记住的内容。之后程序如同首次启动。</translation>
    </message>
    <message>
        <source>Forget Everything…</source>
        <translation>清除所有数据…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Copies from before an update, and damaged files that were kept</source>
        <translation>更新前的副本，以及保留下来的损坏文件</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Restore the defaults of {section}</source>
        <translation>恢复“{section}”的默认值</translation>
    </message>
    <message>
        <source>Every setting of this section gets its default back.</source>
        <translation>本节的所有设置都恢复为默认值。</translation>
    </message>
    <message>
        <source>Counts for the next reply.</source>
        <translation>从下一条回复起生效。</translation>
    </message>
    <message>
        <source>Counts when a model is loaded.</source>
        <translation>加载模型时生效。</translation>
    </message>
    <message>
        <source>Counts at the next start.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Reset {setting} to its default</source>
        <translation>将“{setting}”恢复为默认值</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>What the model is told before the first message.</source>
        <translation>在第一条消息之前告诉模型的话。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Open the File</source>
        <translation>打开设置文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Shows the settings in which every word is found.</source>
        <translation>显示包含所有搜索词的设置。</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Chooses which settings are shown.</source>
        <translation>选择要显示的设置。</translation>
    </message>
    <message>
        <source>Opens the settings as a text file; what is saved there is taken over.</source>
        <translation>以文本文件打开设置；在其中保存的内容会被采用。</translation>
    </message>
    <message>
        <source>Closes the settings; all changes are kept.</source>
        <translation>关闭设置；所有更改都会保留。</translation>
    </message>
    <message>
        <source>No setting matches “{text}”.</source>
        <translation>没有与“{text}”匹配的设置。</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>In the message field</source>
        <translation>在消息输入框中</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>What was asked before</source>
        <translation>以前问过的内容</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>In the chat</source>
        <translation>在对话中</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Scroll by a line</source>
        <translation>滚动一行</translation>
    </message>
    <message>
        <source>Scroll by a page</source>
        <translation>滚动一页</translation>
    </message>
    <message>
        <source>To the start or the end</source>
        <translation>转到开头或末尾</translation>
    </message>
    <message>
        <source>Leave the chosen token</source>
        <translation>离开所选 token</translation>
    </message>
    <message>
        <source>In the list of chats</source>
        <translation>在对话列表中</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>In a card of the instruments</source>
        <translation>在仪表盘的卡片中</translation>
    </message>
    <message>
        <source>Move the card</source>
        <translation>移动卡片</translation>
    </message>
    <message>
        <source>Hide the card</source>
        <translation>隐藏卡片</translation>
    </message>
    <message>
        <source>In the list of rounds</source>
        <translation>在轮次列表中</translation>
    </message>
    <message>
        <source>To another round</source>
        <translation>转到另一轮</translation>
    </message>
    <message>
        <source>To another draft</source>
        <translation>转到另一个草稿</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>In the picture of a round</source>
        <translation>在一轮的图中</translation>
    </message>
    <message>
        <source>In the duel</source>
        <translation>在对决窗口中</translation>
    </message>
    <message>
        <source>Start or stop the duel</source>
        <translation>开始或停止对决</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Leave the full screen, stop the duel, close</source>
        <translation>退出全屏、停止对决、关闭窗口</translation>
    </message>
    <message>
        <source>In a replay</source>
        <translation>在回放中</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>播放或暂停</translation>
    </message>
    <message>
        <source>One round back or on</source>
        <translation>后退或前进一轮</translation>
    </message>
    <message>
        <source>To the beginning or the end</source>
        <translation>到开头或结尾</translation>
    </message>
    <message>
        <source>Slower or faster</source>
        <translation>更慢或更快</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何位置</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>To the next or the last control</source>
        <translation>转到下一个或上一个控件</translation>
    </message>
</context>
<context>
    <name>SpeedChart</name>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>tokens of the reply</source>
        <translation>回复的 token 数</translation>
    </message>
    <message>
        <source>speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>Decode tokens per second over the last second or 16 tokens, whichever is longer.</source>
        <translation>每秒解码的 token 数，按最近一秒或最近 16 个 token 计算，取较长者。</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>switched</source>
        <translation>已切换</translation>
    </message>
    <message>
        <source>Too few tokens for a speed yet.</source>
        <translation>token 太少，还算不出速度。</translation>
    </message>
    <message>
        <source>Tokens per second ({label}): latest {latest}, highest {highest}, over {tokens} tokens.</source>
        <translation>每秒 token 数（{label}）：最新 {latest}，最高 {highest}，共 {tokens} 个 token。</translation>
    </message>
    <message>
        <source>Beside it {label}: mean {mean}.</source>
        <translation>对照{label}：平均 {mean}。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Switching changes which words are drawn from there on, not how likely they are: the text keeps the model’s own distribution.</source>
        <translation>切换会改变其后抽到哪些词，但不改变它们的概率：文字仍服从模型自身的分布。</translation>
    </message>
    <message>
        <source>Switching does not change the text: it stays what it would have been, word for word.</source>
        <translation>切换不改变文字：一字不差，与不切换时相同。</translation>
    </message>
    <message>
        <source>Switching does not change the text: it stays what it would have been, but for tokens that are tied within rounding.</source>
        <translation>切换不改变文字：与不切换时相同，仅舍入误差内并列的 token 可能不同。</translation>
    </message>
    <message>
        <source>Plain from here on</source>
        <translation>从这里起普通解码</translation>
    </message>
    <message>
        <source>Speculative from here on</source>
        <translation>从这里起推测解码</translation>
    </message>
    <message>
        <source>tokens {first} to {last}: {mode}</source>
        <translation>第 {first} 至 {last} 个 token：{mode}</translation>
    </message>
    <message>
        <source>Each part was measured at its own place in the text, so the ratio of two is no speedup.</source>
        <translation>每段都是在文中各自的位置测得的，因此两段之比不是加速比。</translation>
    </message>
</context>
<context>
    <name>SystemStrip</name>
    <message>
        <source>System prompt: {text}</source>
        <translation>系统提示词：{text}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Opens the settings of this chat.</source>
        <translation>打开此对话的设置。</translation>
    </message>
    <message>
        <source>Opens the settings of this chat</source>
        <translation>打开此对话的设置</translation>
    </message>
</context>
<context>
    <name>ThinBar</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>Thought</name>
    <message>
        <source>Thought</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Thought for 1 token</source>
        <translation>思考了 1 个 token</translation>
    </message>
    <message>
        <source>Thought for {tokens:,} tokens</source>
        <translation>思考了 {tokens:,} 个 token</translation>
    </message>
    <message>
        <source>Thinking… {tokens:,} tokens</source>
        <translation>思考中… {tokens:,} 个 token</translation>
    </message>
</context>
<context>
    <name>TimeRibbon</name>
    <message>
        <source>Draft: finding the drafts. Verify: the target&apos;s pass. Other: sampling, bookkeeping. A column is one round, the newest at the right; the bar below shares out the time of the whole reply.</source>
        <translation>草稿：产生草稿。验证：目标模型的前向计算。其他：采样与记录。每根柱子是一轮，最新的在右边；下面的横条按比例划分整个回复的时间。</translation>
    </message>
    <message>
        <source>No round yet.</source>
        <translation>还没有轮次。</translation>
    </message>
    <message>
        <source>Time per round {mean}: draft {draft} %, verify {verify} %, other {other} %.</source>
        <translation>每轮用时 {mean}：草稿 {draft} %，验证 {verify} %，其他 {other} %。</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>{mean} a round</source>
        <translation>每轮 {mean}</translation>
    </message>
</context>
<context>
    <name>TokenCards</name>
    <message>
        <source>round {number} · drafted by {drafter}</source>
        <translation>第 {number} 轮 · 草稿来自{drafter}</translation>
    </message>
    <message>
        <source>round {number} · a branch begins here</source>
        <translation>第 {number} 轮 · 分支从这里开始</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>round {number} · nothing drafted</source>
        <translation>第 {number} 轮 · 没有草稿</translation>
    </message>
    <message>
        <source>round {number} · control round, decoded plainly to measure the gain</source>
        <translation>第 {number} 轮 · 对照轮，普通解码以测量收益</translation>
    </message>
    <message>
        <source>round {number} · after the switch to plain</source>
        <translation>第 {number} 轮 · 切换到普通之后</translation>
    </message>
    <message>
        <source>accepted from the draft</source>
        <translation>接受自草稿</translation>
    </message>
    <message>
        <source>corrected by the target</source>
        <translation>由目标模型修正</translation>
    </message>
    <message>
        <source>bonus of the target</source>
        <translation>目标模型额外给出</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>普通解码</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>untested</source>
        <translation>未检验</translation>
    </message>
    <message>
        <source>p =</source>
        <translation>p =</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
</context>
<context>
    <name>Tokens</name>
    <message>
        <source>1 token</source>
        <translation>1 个 token</translation>
    </message>
    <message>
        <source>{tokens:,} tokens</source>
        <translation>{tokens:,} 个 token</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Show or hide chats</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Speculative</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>Temp</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Chat settings: system prompt, sampling, presets</source>
        <translation>对话设置：系统提示词、采样、预设</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Show or hide instruments</source>
        <translation>显示或隐藏仪表盘</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Keep the seed of the last reply, or draw a new one each time</source>
        <translation>保留上一条回复的种子，或每次重新选取</translation>
    </message>
    <message>
        <source>Empty: a new seed for each reply. The last reply used {seed}.</source>
        <translation>留空：每条回复用新的种子。上一条回复用的是 {seed}。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Open Model Folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Open GGUF File…</source>
        <translation>打开 GGUF 文件…</translation>
    </message>
    <message>
        <source>Model Library…</source>
        <translation>模型库…</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>The model whose words you read</source>
        <translation>您所读文字出自的模型</translation>
    </message>
    <message>
        <source>Who guesses ahead: the target only checks the guesses</source>
        <translation>由谁抢先猜测：目标模型只检验猜测</translation>
    </message>
    <message>
        <source>Drafts in one round; auto leaves it to the program, a number is kept exactly</source>
        <translation>每轮的草稿数；“自动”由程序决定，填数字则严格照办</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token; higher is more varied</source>
        <translation>0 总是取概率最高的 token；越高越多样</translation>
    </message>
    <message>
        <source>Empty: a new seed for each reply, shown here afterwards</source>
        <translation>留空：每条回复用新的种子，之后显示在这里</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Temperature must be a number from 0 up to 100, not {shown}.</source>
        <translation>温度必须是 0 到 100 之间的数字，不能是 {shown}。</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 to {most}, or empty for a random one, not {shown}.</source>
        <translation>种子必须是 0 到 {most} 之间的整数，或留空以随机选取，不能是 {shown}。</translation>
    </message>
</context>
<context>
    <name>TraceCheck</name>
    <message>
        <source>Stopped: nothing is said about the trace.</source>
        <translation>已停止：对这份记录不作任何结论。</translation>
    </message>
    <message>
        <source>The model scores the reply: {done} of {total} tokens</source>
        <translation>模型正在给回复打分：{total} 个 token 中的 {done} 个</translation>
    </message>
    <message>
        <source>The model reads the prompt…</source>
        <translation>模型正在读取提示词…</translation>
    </message>
    <message>
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
    </message>
    <message>
        <source>Trace and model part at token {token}, “{text}” in round {round}.</source>
        <translation>记录与模型从第 {token} 个 token（第 {round} 轮的“{text}”）起不一致。</translation>
    </message>
    <message>
        <source>Verified: {own} of {own} tokens are the model&apos;s own.</source>
        <translation>已验证：{own} 个 token 中的 {own} 个都是模型自己的。</translation>
    </message>
    <message>
        <source>Verified: {own} of {own} tokens are the model&apos;s own. Near ties among them: {ties}.</source>
        <translation>已验证：{own} 个 token 中的 {own} 个都是模型自己的。其中几乎平局的有：{ties} 个。</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Brought back “{title}”.</source>
        <translation>已恢复“{title}”。</translation>
    </message>
    <message numerus="yes">
        <source>Brought back %n chat(s).</source>
        <translation>
            <numerusform>已恢复 %n 个对话。</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete “{title}” for good? This cannot be undone.</source>
        <translation>永久删除“{title}”？此操作无法撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s) for good? This cannot be undone.</source>
        <translation>
            <numerusform>永久删除 %n 个对话？此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) deleted for good.</source>
        <translation>
            <numerusform>已永久删除 %n 个对话。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Recently Deleted</source>
        <translation>最近删除</translation>
    </message>
    <message>
        <source>No chat was deleted lately.</source>
        <translation>最近没有删除对话。</translation>
    </message>
    <message>
        <source>Bring Back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete for Good…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Empty…</source>
        <translation>全部清空…</translation>
    </message>
    <message numerus="yes">
        <source>A deleted chat can be brought back for %n day(s); then it goes for good.</source>
        <translation>
            <numerusform>删除的对话可在 %n 天内恢复，之后将永久删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Deleted on {deleted}, gone for good on {gone}</source>
        <translation>删除于 {deleted}，将于 {gone} 永久删除</translation>
    </message>
    <message>
        <source>goes at the next start</source>
        <translation>下次启动时删除</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) left</source>
        <translation>
            <numerusform>还剩 %n 天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>{name} · {lines:,} lines</source>
        <translation>{name} · {lines:,} 行</translation>
    </message>
    <message>
        <source>{name} · 1 line</source>
        <translation>{name} · 1 行</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Slipstream</source>
        <translation>Slipstream</translation>
    </message>
    <message>
        <source>Welcome to Slipstream</source>
        <translation>欢迎使用 Slipstream</translation>
    </message>
    <message>
        <source>Chat with a language model on your own machine, made faster by speculative decoding, and see on every word whether the draft guessed it.</source>
        <translation>在自己的电脑上与语言模型对话，用推测解码提速，并在每个词上看到草稿是否猜中。</translation>
    </message>
    <message>
        <source>Open a model folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Model library…</source>
        <translation>模型库…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>See how it works</source>
        <translation>看看它如何工作</translation>
    </message>
    <message>
        <source>Plays a recorded reply: nothing is fetched, no model is needed</source>
        <translation>播放录下的回复：不下载任何内容，也不需要模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is loaded from this machine; nothing is fetched.</source>
        <translation>从本机加载，不会下载任何内容。</translation>
    </message>
    <message>
        <source>Fetched once from your Python package index and checked against its SHA-256; it needs {size:.0f} MB on disk. After that nothing leaves this machine.</source>
        <translation>从您的 Python 软件包索引下载一次，并核对 SHA-256；占用 {size:.0f} MB 磁盘空间。此后没有任何内容离开本机。</translation>
    </message>
    <message>
        <source>Load anyway</source>
        <translation>仍然加载</translation>
    </message>
    <message>
        <source>Slipstream ended while it was loading {name}, so that is not loaded again by itself. Perhaps memory ran out: close other programs before you load it, or choose a smaller model.</source>
        <translation>Slipstream 在加载 {name} 时意外结束，因此不再自动加载它。可能是内存用尽：加载前请关闭其他程序，或选择更小的模型。</translation>
    </message>
    <message>
        <source>Load the starter model ({name})</source>
        <translation>加载入门模型（{name}）</translation>
    </message>
    <message>
        <source>Fetch the starter model ({name}, {size:.0f} MB download, {license})</source>
        <translation>获取入门模型（{name}，下载 {size:.0f} MB，{license}）</translation>
    </message>
    <message>
        <source>Fetching the starter model</source>
        <translation>正在获取入门模型</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
</context>
<context>
    <name>WorkNumbers</name>
    <message>
        <source>target passes avoided</source>
        <translation>省去的目标前向次数</translation>
    </message>
    <message>
        <source>Tokens of this reply − passes of the target (rounds). Plain decoding takes one pass for each token.</source>
        <translation>这条回复的 token 数 − 目标模型的前向计算次数（轮数）。普通解码每个 token 都要一次前向计算。</translation>
    </message>
    <message>
        <source>drafts wasted</source>
        <translation>浪费的草稿</translation>
    </message>
    <message>
        <source>Drafted − accepted: the rejected drafts, and the untested ones behind a rejection or the end.</source>
        <translation>草稿数 − 接受数：被拒绝的草稿，以及拒绝之后或回复结束处未经检验的草稿。</translation>
    </message>
    <message>
        <source>draft utilisation</source>
        <translation>草稿利用率</translation>
    </message>
    <message>
        <source>Accepted / drafted. Other than in the acceptance rate, untested drafts count as waste here.</source>
        <translation>接受数 / 草稿数。与接受率不同，未经检验的草稿在这里算作浪费。</translation>
    </message>
    <message>
        <source>prompt tokens/s</source>
        <translation>提示词 token/秒</translation>
    </message>
    <message>
        <source>of {drafted} drafts wasted</source>
        <translation>个草稿被浪费（共 {drafted} 个）</translation>
    </message>
    <message>
        <source>Prompt tokens that were read for this reply / seconds it took (prefill). Tokens still in the cache from the turn before are not read again and do not count.</source>
        <translation>为这条回复读取的提示词 token 数 / 所用秒数（预填充）。上一轮对话仍在缓存中的 token 不再读取，不计入。</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) of the prompt were in the cache.</source>
        <translation>
            <numerusform>提示词中有 %n 个 token 已在缓存中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Worth</name>
    <message>
        <source>{value} ({low} to {high})</source>
        <translation>{value}（{low} 到 {high}）</translation>
    </message>
    <message>
        <source>measured speedup</source>
        <translation>实测加速比</translation>
    </message>
    <message>
        <source>The time the speculated tokens would have taken plainly, by the control rounds among them / the time they took, with its 95 % interval. Every round of these replies counts once, so a long reply weighs more than a short one.</source>
        <translation>这些推测得到的 token 用普通解码所需的时间（由其间的对照轮测得）/ 实际所用的时间，附 95 % 置信区间。这些回复的每一轮各计一次，因此长回复的权重大于短回复。</translation>
    </message>
    <message>
        <source>Tokens a round emits by the acceptance at each position × plain step / what drafting, checking and the rest of a round took. Predicted from measured parts; it is no measured speedup.</source>
        <translation>按各位置接受率算出的每轮 token 数 × 普通解码一步的时间 / 起草、检查和其余部分所用的时间。由实测的部分预测而来，不是实测的加速比。</translation>
    </message>
    <message>
        <source>The plain step was measured on other prompts, behind about as many tokens.</source>
        <translation>普通解码的一步是在其他提示词、token 数差不多的上下文之后测得的。</translation>
    </message>
    <message>
        <source>predicted, plain of other prompts</source>
        <translation>预测（普通速度来自其他提示词）</translation>
    </message>
    <message>
        <source>predicted speedup</source>
        <translation>预测加速比</translation>
    </message>
    <message>
        <source>{k} ({speedup})</source>
        <translation>{k}（{speedup}）</translation>
    </message>
    <message>
        <source>best k, predicted</source>
        <translation>预测的最佳 k</translation>
    </message>
    <message>
        <source>The number of drafts with the largest predicted speedup, up to the longest draft seen here. A dash for trees of drafts, whose size is no single number.</source>
        <translation>预测加速比最大的草稿个数，最多到这里出现过的最长草稿。草稿树没有单一的个数，显示为短横。</translation>
    </message>
    <message>
        <source>draft step / plain step (c)</source>
        <translation>草稿一步 / 普通一步（c）</translation>
    </message>
    <message>
        <source>Time to draft one level / time of a plain step of the target, both medians. The smaller, the better.</source>
        <translation>一层草稿的时间 / 目标模型普通解码一步的时间，均取中位数。越小越好。</translation>
    </message>
    <message>
        <source>checking, by rows</source>
        <translation>检查（按行数）</translation>
    </message>
    <message>
        <source>A pass of the target over so many rows (the pending token and the drafts) / a plain step; of the row counts that were most frequent.</source>
        <translation>目标模型一次处理这么多行（待处理的 token 和草稿）的时间 / 普通解码一步的时间；只列出最常见的行数。</translation>
    </message>
    <message>
        <source>{rate}, needed {needed}</source>
        <translation>{rate}，需要 {needed}</translation>
    </message>
    <message>
        <source>acceptance, and break-even</source>
        <translation>接受率与持平点</translation>
    </message>
    <message>
        <source>Accepted / tested levels; and the acceptance at every position with which these rounds would be just as fast as plain ones. Without the second, not even full acceptance would be enough, or the plain step is not known.</source>
        <translation>接受数 / 测试过的层数；以及各位置的接受率达到多少时，这些轮次与普通解码一样快。没有第二个数时，要么全部接受也不够，要么普通解码的一步未知。</translation>
    </message>
    <message>
        <source>acceptance by position</source>
        <translation>按位置的接受率</translation>
    </message>
    <message>
        <source>Accepted at a position / tested there; a draft is tested only behind accepted ones.</source>
        <translation>某位置接受的 / 在该位置测试过的；只有前面的草稿都被接受，后面的才会被测试。</translation>
    </message>
    <message>
        <source>With k {k} it should be {speedup:.2f} times as fast as plain (predicted).</source>
        <translation>若 k 为 {k}，预计速度为普通解码的 {speedup:.2f} 倍（预测）。</translation>
    </message>
    <message>
        <source>Nothing was speculated here yet: ask something.</source>
        <translation>这里还没有用过推测解码：请提一个问题。</translation>
    </message>
    <message>
        <source>This reply was decoded plainly, so there is nothing to compare.</source>
        <translation>这条回复是普通解码的，没有可比较的内容。</translation>
    </message>
    <message>
        <source>How fast plain decoding is here is not known, so nothing can be compared.</source>
        <translation>还不知道普通解码在这里有多快，因此无法比较。</translation>
    </message>
    <message>
        <source>Too few rounds to tell: {rounds} of about {enough}.</source>
        <translation>轮数太少，还不能判断：大约需要 {enough} 轮，现有 {rounds} 轮。</translation>
    </message>
    <message>
        <source>Speculation gains {percent:.0f} % here.</source>
        <translation>推测解码在这里快 {percent:.0f} %。</translation>
    </message>
    <message>
        <source>Speculation loses {percent:.0f} % here: {reason}.</source>
        <translation>推测解码在这里慢 {percent:.0f} %：{reason}。</translation>
    </message>
    <message>
        <source>Speculation makes no difference here: {low} to {high}.</source>
        <translation>推测解码在这里没有差别：{low}到{high}。</translation>
    </message>
    <message>
        <source>Not clear yet: {low} to {high}. More rounds will tell.</source>
        <translation>还不清楚：{low}到{high}。轮数更多时才能判断。</translation>
    </message>
    <message>
        <source>Speculation should gain about {percent:.0f} % here (predicted).</source>
        <translation>推测解码在这里大约会快 {percent:.0f} %（预测）。</translation>
    </message>
    <message>
        <source>Speculation should lose about {percent:.0f} % here (predicted): {reason}.</source>
        <translation>推测解码在这里大约会慢 {percent:.0f} %（预测）：{reason}。</translation>
    </message>
    <message>
        <source>Speculation should make no difference here (predicted).</source>
        <translation>推测解码在这里应该没有差别（预测）。</translation>
    </message>
    <message>
        <source>the draft is too slow for this model</source>
        <translation>草稿对这个模型来说太慢</translation>
    </message>
    <message>
        <source>checking several tokens at once takes too long on this machine</source>
        <translation>在这台机器上一次检查多个 token 太费时</translation>
    </message>
    <message>
        <source>too few of the guesses are right</source>
        <translation>猜对的太少</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>一样快</translation>
    </message>
    <message>
        <source>{percent} % slower</source>
        <translation>慢 {percent} %</translation>
    </message>
    <message>
        <source>{percent} % faster</source>
        <translation>快 {percent} %</translation>
    </message>
    <message>
        <source>Turn Off</source>
        <translation>关闭推测</translation>
    </message>
    <message>
        <source>Turn On</source>
        <translation>开启推测</translation>
    </message>
    <message>
        <source>Try Prompt Lookup</source>
        <translation>试用提示词查找</translation>
    </message>
    <message>
        <source>Set k to {k}</source>
        <translation>将 k 设为 {k}</translation>
    </message>
    <message>
        <source>Measure Plain Speed</source>
        <translation>测量普通解码速度</translation>
    </message>
    <message>
        <source>Turn On Control Rounds</source>
        <translation>开启对照轮</translation>
    </message>
    <message>
        <source>Plain from the next reply.</source>
        <translation>从下一条回复起用普通解码。</translation>
    </message>
    <message>
        <source>Speculative from the next reply.</source>
        <translation>从下一条回复起用推测解码。</translation>
    </message>
    <message>
        <source>Prompt lookup from the next reply.</source>
        <translation>从下一条回复起用提示词查找。</translation>
    </message>
    <message>
        <source>k {k} from the next reply.</source>
        <translation>从下一条回复起 k 为 {k}。</translation>
    </message>
    <message>
        <source>Control rounds from the next reply.</source>
        <translation>从下一条回复起有对照轮。</translation>
    </message>
</context>
<context>
    <name>WorthCard</name>
    <message>
        <source>replies {replies} · rounds {rounds}</source>
        <translation>回复 {replies} · 轮 {rounds}</translation>
    </message>
    <message>
        <source>The newest replies of this chat with the same model, draft, k, verifier and device. Every round counts once.</source>
        <translation>本次对话中模型、草稿、k、验证方式和设备都相同的最新回复。每一轮各计一次。</translation>
    </message>
</context>
<context>
    <name>Zoom</name>
    <message>
        <source>Text size {percent} %</source>
        <translation>文字大小 {percent} %</translation>
    </message>
</context>
</TS>
