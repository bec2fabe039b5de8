<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
</TS>
