<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AuditionCard</name>
    <message numerus="yes">
        <source>Each draft walked along %n finished replies; nothing was generated. Its draft and verify passes were timed on the way, in pauses, so that these are predictions. Where the rejection verifier drew the reply, chance decides with p and q computed again which drafts would have stood.</source>
        <translation>
            <numerusform>Each draft walked along %n finished reply; nothing was generated. Its draft and verify passes were timed on the way, in pauses, so that these are predictions. Where the rejection verifier drew the reply, chance decides with p and q computed again which drafts would have stood.</numerusform>
            <numerusform>Each draft walked along %n finished replies; nothing was generated. Its draft and verify passes were timed on the way, in pauses, so that these are predictions. Where the rejection verifier drew the reply, chance decides with p and q computed again which drafts would have stood.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatFiles</name>
    <message numerus="yes">
        <source>Exported %n chat(s) to {path}.</source>
        <translation>
            <numerusform>Exported %n chat to {path}.</numerusform>
            <numerusform>Exported %n chats to {path}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n chat(s).</source>
        <translation>
            <numerusform>Imported %n chat.</numerusform>
            <numerusform>Imported %n chats.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatScreen</name>
    <message numerus="yes">
        <source>From here on the model reads this chat from “{text}”; it leaves out %n turn(s).</source>
        <translation>
            <numerusform>From here on the model reads this chat from “{text}”; it leaves out %n turn.</numerusform>
            <numerusform>From here on the model reads this chat from “{text}”; it leaves out %n turns.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HubQuery</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReplayController</name>
    <message numerus="yes">
        <source>The reply was written in %n parts, of which it holds the last.</source>
        <translation>
            <numerusform>The reply was written in %n part, of which it holds the last.</numerusform>
            <numerusform>The reply was written in %n parts, of which it holds the last.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message numerus="yes">
        <source>Brought back %n chat(s).</source>
        <translation>
            <numerusform>Brought back %n chat.</numerusform>
            <numerusform>Brought back %n chats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s) for good? This cannot be undone.</source>
        <translation>
            <numerusform>Delete %n chat for good? This cannot be undone.</numerusform>
            <numerusform>Delete %n chats for good? This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) deleted for good.</source>
        <translation>
            <numerusform>%n chat deleted for good.</numerusform>
            <numerusform>%n chats deleted for good.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message numerus="yes">
        <source>A deleted chat can be brought back for %n day(s); then it goes for good.</source>
        <translation>
            <numerusform>A deleted chat can be brought back for %n day; then it goes for good.</numerusform>
            <numerusform>A deleted chat can be brought back for %n days; then it goes for good.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) left</source>
        <translation>
            <numerusform>%n day left</numerusform>
            <numerusform>%n days left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkNumbers</name>
    <message numerus="yes">
        <source>%n token(s) of the prompt were in the cache.</source>
        <translation>
            <numerusform>%n token of the prompt were in the cache.</numerusform>
            <numerusform>%n tokens of the prompt were in the cache.</numerusform>
        </translation>
    </message>
</context>
</TS>
