package io.github.sessioncompression.lists;

import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import java.util.List;

/** A framework's lists that let something happen, once, between a load and what follows it, or before or after a save. */
class InterruptedLists implements MessageLists<Said> {
    private final FrameworkLists lists;
    private Runnable afterLoad = () -> {};
    private Runnable beforeSave = () -> {};
    private Runnable afterSave = () -> {};

    InterruptedLists(FrameworkLists lists) {
        this.lists = lists;
    }

    void afterNextLoad(Runnable happens) {
        afterLoad = happens;
    }

    void beforeNextSave(Runnable happens) {
        beforeSave = happens;
    }

    void afterNextSave(Runnable happens) {
        afterSave = happens;
    }

    @Override
    public List<Said> load(String conversationId) {
        List<Said> loaded = List.copyOf(lists.load(conversationId));
        Runnable once = afterLoad;
        afterLoad = () -> {};
        once.run();
        return loaded;
    }

    @Override
    public void save(String conversationId, List<Said> messages) {
        Runnable once = beforeSave;
        beforeSave = () -> {};
        once.run();
        Runnable later = afterSave;
        afterSave = () -> {};
        lists.save(conversationId, messages);
        later.run();
    }

    @Override
    public void delete(String conversationId) {
        lists.delete(conversationId);
    }

    @Override
    public Message read(Said message) {
        return lists.read(message);
    }

    @Override
    public Said write(Message message) {
        return lists.write(message);
    }

    @Override
    public Object identity() {
        return this;
    }
}
